import type { Translation } from './checked-string.ts';

/** Compares outer spaces and line breaks with those of the source. */
export function compareSpaces({ value, source }: Translation): readonly string[] {
  const breaks = (one: string): number => one.match(/\r\n|\r|\n|\\n/g)?.length ?? 0;
  const [own, other] = [breaks(value.trim()), breaks(source.trim())];
  const isTyped = /\\n/.test(value) && !/\\n/.test(source);
  return [
    ...(isTyped ? [String.raw`has \n as two characters, which the player sees`] : []),
    ...(startOf(value) === startOf(source) ? [] : ['does not begin with the same spaces as the source']),
    ...(endOf(value) === endOf(source) ? [] : ['does not end with the same spaces as the source']),
    ...(own === other ? [] : [`has ${own} line breaks, and the source ${other}`]),
  ];
}

function startOf(value: string): string {
  return value.slice(0, value.length - value.trimStart().length);
}

function endOf(value: string): string {
  return value.slice(value.trimEnd().length);
}
