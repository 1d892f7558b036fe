import type { Translation } from './checked-string.ts';
import { differences } from './differences.ts';
import { angleTag, isMessage } from './placeholders.ts';

/** `[b]`, `[/b]`, `[color=red]`. */
const squareTag = /\[(\/?)([\w-]+)((?:=[^[\]]*)?)\]/g;
/** Those of HTML that nothing ends. */
const isVoid = /^(?:br|hr|img|wbr|input)$/i;
/** Those of HTML that are no word. Keys of a controller are written in capital letters: `<A>`. */
const isElement = /^(?:a|b|i|u|s|em|strong|span|div|p|font|sub|sup|ul|ol|li|h[1-6]|script|style|iframe)$/;

/** A tag, as far as it is compared. */
interface Tag {
  /** Without its attributes: `<b>`. */
  readonly text: string;
  /** What opens and ends: both tags have the same. */
  readonly pair: string;
  readonly kind: 'opens' | 'ends' | 'alone';
}

/** Returns which tags a translation lost, added or renumbered, and where they cross. */
export function compareTags({ value, source }: Translation): readonly string[] {
  const ends = new Set([value, source].flatMap((text) => text.match(/<\/[\w.:-]+>|\[\/[\w-]+\]/g) ?? []));
  const [own, wanted] = [value, source].map((text) => tagsOf(text, ends));
  if (!own || !wanted) return [];
  const [ownTexts, wantedTexts] = [own, wanted].map((tags) => tags.map(({ text }) => text));
  // The forms of a plural, of which languages have more or fewer, repeat them.
  const listOf = (texts: readonly string[] = []) => (isMessage(source) ? [...new Set(texts)] : texts);
  const different = differences(listOf(ownTexts), listOf(wantedTexts));
  if (different.length > 0) return different;
  const crossing = crossingOf(own);
  return crossing === undefined || crossingOf(wanted) !== undefined ? [] : [crossing];
}

/** Returns the tags of a text. A name in brackets may also be a word, as in `<none>` or `[Buy]`: it is a tag if it is one of HTML or ends somewhere. */
function tagsOf(text: string, ends: ReadonlySet<string>): readonly Tag[] {
  const angle = [...text.matchAll(angleTag)].flatMap((found): (Tag & { readonly index: number })[] => {
    const [, slash = '', name = '', rest = ''] = found;
    const isNumber = /^\d/.test(name);
    const isAlone = isVoid.test(name) || rest.endsWith('/');
    const isTag = isNumber
      ? /^\s*\/?$/.test(rest)
      : isAlone || rest.includes('=') || isElement.test(name) || ends.has(`</${name}>`);
    if (!isTag) return [];
    const kind = isAlone ? 'alone' : slash === '' ? 'opens' : 'ends';
    const end = isAlone && !isVoid.test(name) ? '/' : '';
    return [{ text: `<${slash}${name}${end}>`, pair: `<${name}>`, kind, index: found.index }];
  });
  const square = [...text.matchAll(squareTag)].flatMap((found): (Tag & { readonly index: number })[] => {
    const [, slash = '', name = ''] = found;
    if (!ends.has(`[/${name}]`)) return [];
    const kind = slash === '' ? 'opens' : 'ends';
    return [{ text: `[${slash}${name}]`, pair: `[${name}]`, kind, index: found.index }];
  });
  return [...angle, ...square].sort((one, other) => one.index - other.index);
}

/** Says where a tag ends within another one, or before it opens. */
function crossingOf(tags: readonly Tag[]): string | undefined {
  const ended = new Set(tags.filter(({ kind }) => kind === 'ends').map(({ pair }) => pair));
  const open: string[] = [];
  for (const { text, pair, kind } of tags) {
    if (kind === 'opens' && ended.has(pair)) open.push(pair);
    if (kind !== 'ends') continue;
    const last = open.pop();
    if (last === pair) continue;
    return last === undefined ? `has ${text} before ${pair}` : `has ${text} within ${last}: its tags cross`;
  }
  return undefined;
}
