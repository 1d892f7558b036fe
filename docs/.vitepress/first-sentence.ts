/** Returns the first sentence of a paragraph of Markdown, without its links. */
export function firstSentenceOf(paragraph: string): string {
  const text = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return (/^.+?\.(?= |$)/.exec(text)?.[0] ?? text).replace(/:$/, '.');
}
