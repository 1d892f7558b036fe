// Builds the site into docs/site: `node docs/.vitepress/build.ts`.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vitepress';

import { firstSentence, type SidebarItem, type Sidebars, stagePages } from './stage-pages.ts';

const staged = join(import.meta.dirname, '../../out/site');
const site = join(import.meta.dirname, '../site');

const sidebars = await stagePages(staged);
writeFileSync(join(staged, 'sidebars.json'), JSON.stringify(sidebars));
await build(join(import.meta.dirname, '..'));

// Next to each page the Markdown that it is made of, for coding assistants.
for (const page of globSync('**/*.md', { cwd: staged })) cpSync(join(staged, page), join(site, page));
writeFileSync(join(site, 'llms.txt'), llmsText(sidebars, staged));

/** Returns the content of `llms.txt` (llmstxt.org): what this is, and a link to the Markdown of every page. */
function llmsText({ guides, api }: Sidebars, staged: string): string {
  const { name, description } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
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
