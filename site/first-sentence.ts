/** Returns the first sentence of the first paragraph below the heading, without its links. */
export function firstSentence(page: string): string {
  const [, body = ''] = page.split(/^# .+\n+(?:```[^]*?```\n+)?/m);
  const [paragraph = ''] = body.split('\n\n');
  if (/^[>#|`-]/.test(paragraph)) return '';
  const text = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return (/^.+?\.(?= |$)/.exec(text)?.[0] ?? text).replace(/:$/, '.');
}
