import type { MarkdownEnv } from 'vitepress';

import { slugOf } from './slugs.ts';

/** What is used of a token of markdown-it, whose types VitePress takes from two places. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly attrGet: (name: string) => string | null;
  readonly attrSet: (name: string, value: string) => void;
}

const page = 'docs/troubleshooting.md';
/** Of the first column of its tables of messages. */
const headers = ['message', 'you see'];

/**
 * Gives each row of the messages an id, to which a search leads: that of its heading, `#`, and its message. The search box
 * shows as an excerpt what is below the heading before the second `#`.
 */
export function addRowIds(tokens: readonly Token[], { relativePath }: MarkdownEnv): void {
  if (relativePath !== page) return;
  let heading = '';
  let isAboutMessages = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') heading = token.attrGet('id') ?? '';
    if (tokens[index - 1]?.type !== 'tr_open') continue;
    // The first cell of a row.
    const content = tokens[index + 1]?.content ?? '';
    if (token.type === 'th_open') isAboutMessages = headers.includes(content);
    const [, , message] = /(`+)(.+?)\1/.exec(isAboutMessages ? content : '') ?? [];
    if (message !== undefined) tokens[index - 1]?.attrSet('id', `${heading}#${slugOf(message)}`);
  }
}

/** Makes each row of the messages a section of its own for the search, with the message as its title. */
export function rowsToSections(html: string): string {
  return html.replaceAll(
    /<tr id="([^"]+)">\s*<td>(.*?)<\/td>(.*?)<\/tr>/gs,
    (_row, id: string, message: string, rest: string) =>
      `</tbody></table><h4>${message.replaceAll(/<br>\s*/g, ' · ')}<a href="#${id}"></a></h4><p>${rest}</p><table><tbody>`,
  );
}
