/** MurmurHash3's finalizer: a bijection of 32-bit integers in which every input bit reaches every output bit. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a, 32 bits: a short hash of a string, not cryptographic. */
export function hashString(value: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < value.length; index++) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Maps each index below 2^32 to a 32-bit unsigned integer of its own. */
export type RandomStream = (index: number) => number;

/** The random stream for a seed and a name; streams of other seeds or names are unrelated. */
export function randomStream(seed: number, name: string): RandomStream {
  const high = Math.floor(seed / 2 ** 32);
  const key = mix(mix(seed) ^ mix(high + hashString(name)));
  return (index) => mix(mix(index ^ key) + key);
}

/** Scales 32 random bits to an integer from 0 up to, not including, `count`. */
export function scale(random: number, count: number): number {
  return Math.floor((random / 2 ** 32) * count);
}

/** Picks an element of a non-empty array by 32 random bits. */
export function pick<T>(list: readonly [T, ...T[]], random: number): T {
  return list[scale(random, list.length)] ?? list[0];
}

/** Eight hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** Returns the id for a prefix and a number: 64 bits in hexadecimal, unique for each number. */
export type IdSource = (prefix: string, number: number) => string;

/** Creates the ids for a seed. */
export function createIds(seed: number): IdSource {
  const front = randomStream(seed, 'id front');
  const back = randomStream(seed, 'id back');
  return (prefix, number) => `${prefix}${hex(front(number))}${hex(back(number))}`;
}
