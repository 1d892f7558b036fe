/**
 * Returns a 64-bit hash as two 32-bit numbers. Rotation lets high bits affect low ones; the result is finalized as in
 * MurmurHash3.
 */
export function hash(text: string): [high: number, low: number] {
  let one = 0x9747b28c;
  let other = 0x3c6ef372;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0xcc9e2d51);
    one = (one << 15) | (one >>> 17);
    other = Math.imul(other ^ code, 0x85ebca6b);
    other = (other << 13) | (other >>> 19);
  }
  return [mix(one ^ text.length), mix(other ^ Math.imul(one, 0x1b873593))];
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
