/** MurmurHash3's finalizer: a bijection of 32-bit integers in which every input bit reaches every output bit. */
export function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a, 32 bits: a short digest of text, not a secret. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A 32-bit unsigned integer for each index: the same for the same index, and for no other index below 2^32. */
export type RandomStream = (index: number) => number;

/** The stream of that name under a seed; streams of other names or seeds are unrelated. */
export function randomStream(seed: number, name: string): RandomStream {
  const high = Math.floor(seed / 2 ** 32);
  const key = mix(mix(seed) ^ mix(high + hashText(name)));
  return (index) => mix(mix(index ^ key) + key);
}

/** A whole number from 0 up to, not including, `count`, spread evenly from 32 random bits. */
export function scale(random: number, count: number): number {
  return Math.floor((random / 2 ** 32) * count);
}

/** One element of a list that is not empty, chosen by 32 random bits. */
export function pick<T>(list: readonly [T, ...T[]], random: number): T {
  return list[scale(random, list.length)] ?? list[0];
}

/** Eight hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
