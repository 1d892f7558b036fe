import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { firstSentence } from './first-sentence.ts';
import type { SidebarItem, Sidebars } from './stage-pages.ts';

/** Returns the content of `llms.txt` (llmstxt.org): what this is, and a link to the Markdown of every page. */
export function llmsText({ guides, api }: Sidebars, staged: string): string {
  const { name, description } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    // The manifest of this package has both.
  ) as { name: string; description: string };
  const groups = [...guides, ...api.map((group) => ({ ...group, text: `API: ${group.text}` }))];
  const sections = groups.map(({ text, items = [] }) =>
    [`## ${text}`, '', ...flat(items).map((item) => line(item, staged)), ''].join('\n'),
  );
  return [`# ${name}`, '', `> ${description}`, '', ...sections].join('\n');
}

function flat(items: readonly SidebarItem[]): SidebarItem[] {
  return items.flatMap((item) => [item, ...flat(item.items ?? [])]);
}

function line({ text, link = '' }: SidebarItem, staged: string): string {
  const page = `${link.slice(1)}.md`;
  const summary = firstSentence(readFileSync(join(staged, page), 'utf8'));
  return `- [${text}](${page})${summary && `: ${summary}`}`;
}
