/**
 * @file Loads files that are compressed, because not all hosts compress what they send.
 */

/**
 * Loads and decompresses a file.
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
export async function load(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  // Some hosts take the extension for an encoding, and the browser has decompressed the file.
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
