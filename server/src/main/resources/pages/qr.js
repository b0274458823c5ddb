// A QR code (ISO/IEC 18004) of a short text: bytes, error correction level M, versions 1 to 6. That
// is room for 106 bytes, and a booking's id has 36; more would need tables that nobody uses here.

/** By version: codewords in all, those of correction in each block, blocks. */
const VERSIONS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
];
const LEVEL_M = 0;

// Arithmetic in GF(256) with the code's polynomial, by logarithms.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The text as rows of booleans, true where it is dark. */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(([all, ec, blocks]) => bytes.length + 2 <= all - ec * blocks);
  if (index < 0) throw new RangeError(`a code holds 106 bytes here; ${bytes.length} were given`);
  const version = index + 1;
  const words = interleaved(dataWords(bytes, VERSIONS[index]), VERSIONS[index]);
  let best;
  for (let mask = 0; mask < 8; mask++) {
    const grid = drawn(version, words, mask);
    const cost = penalty(grid);
    if (!best || cost < best.cost) best = { grid, cost };
  }
  return best.grid;
}

/** Mode, length, the bytes, an end, and padding up to the version's room. */
function dataWords(bytes, [all, ec, blocks]) {
  const bits = [];
  const push = (value, count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, 4);
  const words = [];
  for (let i = 0; i < bits.length; i += 8) {
    words.push(bits.slice(i, i + 8).reduce((word, bit) => word * 2 + bit, 0));
  }
  for (let pad = 0xec; words.length < all - ec * blocks; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Data of all blocks by turns, then their correction by turns. */
function interleaved(data, [, ec, blocks]) {
  const each = data.length / blocks;
  const divisor = generator(ec);
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * each, (i + 1) * each));
  const checks = parts.map((part) => remainder(part, divisor));
  const result = [];
  for (let i = 0; i < each; i++) parts.forEach((part) => result.push(part[i]));
  for (let i = 0; i < ec; i++) checks.forEach((check) => result.push(check[i]));
  return result;
}

function generator(degree) {
  let poly = [1];
  for (let i = 0; i < degree; i++) {
    const next = new Array(poly.length + 1).fill(0);
    poly.forEach((c, j) => {
      next[j] ^= c;
      next[j + 1] ^= times(c, EXP[i]);
    });
    poly = next;
  }
  return poly.slice(1);
}

function remainder(data, divisor) {
  const rest = new Array(divisor.length).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift();
    rest.push(0);
    divisor.forEach((c, i) => (rest[i] ^= times(c, factor)));
  }
  return rest;
}

const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(version, words, mask) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => new Array(size).fill(undefined));
  patterns(grid, size, version);
  format(grid, size, mask);
  let bit = 0;
  // Two columns at a time from the right, up and down by turns, around the timing column.
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== undefined) continue;
        const dark = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit++;
        grid[y][x] = (dark === 1) !== MASKS[mask](x, y);
      }
    }
  }
  return grid;
}

/** The patterns that every reader looks for first. */
function patterns(grid, size, version) {
  for (let i = 0; i < size; i++) {
    grid[6][i] = grid[i][6] = i % 2 === 0;
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    square(grid, size, cx, cy, 4, (ring) => ring !== 2 && ring !== 4);
  }
  if (version > 1) square(grid, size, size - 7, size - 7, 2, (ring) => ring !== 1);
  grid[size - 8][8] = true;
}

function square(grid, size, cx, cy, reach, isDark) {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const x = cx + dx;
      const y = cy + dy;
      if (x < 0 || y < 0 || x >= size || y >= size) continue;
      grid[y][x] = isDark(Math.max(Math.abs(dx), Math.abs(dy)));
    }
  }
}

/** Level and mask, twice, with their own correction. */
function format(grid, size, mask) {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i) => ((bits >> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    const y = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    grid[y][8] = bit(i);
    const x = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i;
    grid[8][x] = bit(i);
  }
}

/** The cost of a mask: long runs, blocks, false finders, and too many dark or light modules. */
function penalty(grid) {
  const size = grid.length;
  let cost = 0;
  let dark = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map((on) => (on ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) {
      const part = text.slice(i, i + 11);
      if (part === "10111010000" || part === "00001011101") cost += 40;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (grid[y][x]) dark++;
      if (x === 0 || y === 0) continue;
      const on = grid[y][x];
      if (on === grid[y - 1][x] && on === grid[y][x - 1] && on === grid[y - 1][x - 1]) cost += 3;
    }
  }
  return cost + Math.floor(Math.abs((dark / size ** 2) * 100 - 50) / 5) * 10;
}
