/** Returns an integer with its digits in groups: 10000 as `10 000`. */
export function grouped(value: number | bigint): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
