/** Ids to look at. */
const maxSamples = 1000;

/** What may follow the beginning that ids have in common, the narrowest first. */
const classes = [
  String.raw`\d`,
  String.raw`[\da-f]`,
  String.raw`[\dA-Za-z]`,
  String.raw`[\w-]`,
  String.raw`[\w.-]`,
];

/** Returns a regular expression of what ids look like, such as `order-[\da-f]{16}`; `undefined` if they have too little in common. */
export function shapeOf(ids: readonly string[]): string | undefined {
  const samples = ids.slice(0, maxSamples);
  const beginning = commonBeginning(samples);
  const rests = samples.map((id) => id.slice(beginning.length));
  const found = classes.find((one) => rests.every((rest) => new RegExp(`^${one}+$`).test(rest)));
  if (found === undefined) return undefined;
  const lengths = new Set(rests.map(({ length }) => length));
  return escaped(beginning) + found + (lengths.size === 1 ? `{${[...lengths].join()}}` : '+');
}

/** Returns the regular expression of a text. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Returns what all begin with, up to a separator. */
function commonBeginning([first = '', ...others]: readonly string[]): string {
  let { length } = first;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  while (/[\p{L}\p{N}]/u.test(first.charAt(length - 1))) length -= 1;
  return first.slice(0, length);
}

/** Returns whether an id looks like those that have a shape: totals, too, may have a word in the column of ids. */
export function hasShape(id: string, shape: string | undefined): boolean {
  return shape !== undefined && /\d/.test(id) && new RegExp(`^${shape}$`).test(id);
}
