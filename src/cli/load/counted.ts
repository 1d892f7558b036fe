import { grouped } from '../grouped.ts';

/** Returns a number with its noun: `1 job`, `10 000 jobs`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
