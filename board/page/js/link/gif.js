/**
 * @file Encodes animated GIFs (GIF89a): one palette for all frames; each frame has only the rectangle that changed.
 */

/** Hundredths of a second that a frame is shown, and the last one. */
const DELAY = 90;
const LAST_DELAY = 300;
const COLORS = 256;
const CODE_BITS = 8;
const MAX_CODE_BITS = 12;

/**
 * Encodes frames of one size.
 * @param {ImageData[]} frames At least one.
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function encodeGif(frames) {
  const [first] = frames;
  if (!first) throw new Error('an animation needs a picture');
  const { width, height } = first;
  const palette = commonColors(frames);
  const nearest = matcher(palette);
  /** @type {number[]} */
  const out = [...ascii('GIF89a'), ...short(width), ...short(height), 0xf7, 0, 0];
  for (let i = 0; i < COLORS; i++) out.push(...rgb(palette[i] ?? 0));
  out.push(0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0);
  /** @type {Uint8Array | null} */
  let before = null;
  frames.forEach((frame, i) => {
    const now = indexed(frame, nearest);
    const box = changed(before, now, width, height);
    before = now;
    out.push(0x21, 0xf9, 4, 4, ...short(i === frames.length - 1 ? LAST_DELAY : DELAY), 0, 0);
    out.push(0x2c, ...short(box.x), ...short(box.y), ...short(box.width), ...short(box.height), 0, CODE_BITS);
    const pixels = cut(now, width, box);
    const bytes = compress(pixels);
    for (let at = 0; at < bytes.length; at += 255) {
      const block = bytes.slice(at, at + 255);
      out.push(block.length);
      for (const byte of block) out.push(byte);
    }
    out.push(0);
  });
  out.push(0x3b);
  return Uint8Array.from(out);
}

const ascii = (/** @type {string} */ text) => [...text].map((letter) => letter.charCodeAt(0));
const short = (/** @type {number} */ value) => [value & 255, value >> 8];
const rgb = (/** @type {number} */ color) => [color >> 16, (color >> 8) & 255, color & 255];

/**
 * Returns the most frequent colours, as numbers.
 * @param {ImageData[]} frames
 */
function commonColors(frames) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const step = Math.max(1, Math.floor(frames.length / 8));
  for (let i = 0; i < frames.length; i += step) {
    const { data } = /** @type {ImageData} */ (frames[i]);
    for (let at = 0; at < data.length; at += 4) {
      const color = colorAt(data, at);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLORS).map(([color]) => color);
}

/**
 * @param {Uint8ClampedArray} data
 * @param {number} at
 */
function colorAt(data, at) {
  return (/** @type {number} */ (data[at]) << 16) | (/** @type {number} */ (data[at + 1]) << 8) | /** @type {number} */ (data[at + 2]);
}

/**
 * Returns a function that finds the nearest colour of a palette.
 * @param {number[]} palette
 */
function matcher(palette) {
  /** @type {Map<number, number>} */
  const known = new Map(palette.map((color, i) => [color, i]));
  const parts = palette.map(rgb);
  return (/** @type {number} */ color) => {
    let index = known.get(color);
    if (index !== undefined) return index;
    const [r = 0, g = 0, b = 0] = rgb(color);
    let best = Infinity;
    index = 0;
    parts.forEach(([pr = 0, pg = 0, pb = 0], i) => {
      const distance = (r - pr) ** 2 + (g - pg) ** 2 + (b - pb) ** 2;
      if (distance < best) [best, index] = [distance, i];
    });
    known.set(color, index);
    return index;
  };
}

/**
 * @param {ImageData} frame
 * @param {(color: number) => number} nearest
 */
function indexed({ data }, nearest) {
  const pixels = new Uint8Array(data.length / 4);
  for (let i = 0; i < pixels.length; i++) pixels[i] = nearest(colorAt(data, i * 4));
  return pixels;
}

/**
 * Returns the smallest rectangle with all changes, at least one pixel.
 * @param {Uint8Array | null} before
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number} height
 */
function changed(before, now, width, height) {
  if (!before) return { x: 0, y: 0, width, height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  now.forEach((pixel, i) => {
    if (pixel === before[i]) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  });
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * @param {Uint8Array} pixels
 * @param {number} stride
 * @param {{x: number, y: number, width: number, height: number}} box
 */
function cut(pixels, stride, { x, y, width, height }) {
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const begin = (y + row) * stride + x;
    part.set(pixels.subarray(begin, begin + width), row * width);
  }
  return part;
}

/**
 * Compresses with LZW.
 * @param {Uint8Array} pixels
 * @returns {number[]}
 */
function compress(pixels) {
  const CLEAR = 1 << CODE_BITS;
  /** @type {number[]} */
  const bytes = [];
  let [buffer, filled, bits, next] = [0, 0, CODE_BITS + 1, CLEAR + 2];
  /** @type {Map<number, number>} Codes by prefix and pixel. */
  let codes = new Map();
  const write = (/** @type {number} */ code) => {
    buffer |= code << filled;
    filled += bits;
    while (filled >= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
      filled -= 8;
    }
  };
  write(CLEAR);
  let prefix = /** @type {number} */ (pixels[0]);
  for (let i = 1; i < pixels.length; i++) {
    const pixel = /** @type {number} */ (pixels[i]);
    const key = (prefix << CODE_BITS) | pixel;
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix);
    prefix = pixel;
    if (next === 1 << MAX_CODE_BITS) {
      write(CLEAR);
      [codes, bits, next] = [new Map(), CODE_BITS + 1, CLEAR + 2];
      continue;
    }
    codes.set(key, next);
    if (next === 1 << bits) bits += 1;
    next += 1;
  }
  write(prefix);
  write(CLEAR + 1);
  if (filled > 0) bytes.push(buffer & 255);
  return bytes;
}
