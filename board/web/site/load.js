/**
 * @file Files of the site that are packed, so that they are small on their way from hosts that do not pack what they send.
 */

/**
 * The bytes of a file, unpacked.
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
export async function load(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  // A host that takes the ending for an encoding has had the browser unpack it already.
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
