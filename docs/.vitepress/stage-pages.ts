import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import type { DefaultTheme } from 'vitepress';

import { type ApiPage, writeApiPages } from './api-pages.ts';
import { firstSentenceOf } from './first-sentence.ts';
import { apiGroups, pageGroups } from './navigation.ts';

const root = join(import.meta.dirname, '../..');

export type SidebarItem = DefaultTheme.SidebarItem;

/** The sidebars, which the configuration of VitePress reads. */
export interface Sidebars {
  readonly guides: SidebarItem[];
  readonly api: SidebarItem[];
}

/** Collects every page of the site as Markdown in `folder`, at the path that it has in the repository. */
export async function stagePages(folder: string): Promise<Sidebars> {
  rmSync(folder, { recursive: true, force: true });
  checkGroups();
  for (const page of [...existingPages(), ...fieldPages()]) stagePage(folder, `${page}.md`);
  write(join(folder, 'index.md'), readFileSync(join(import.meta.dirname, 'landing.md'), 'utf8'));
  // VitePress serves a picture from beside its page.
  cpSync(join(root, 'docs/images'), join(folder, 'docs/images'), { recursive: true });
  const apiPages = await writeApiPages(join(folder, 'api'));
  for (const { folder: name, title, ...group } of apiGroups) {
    if (!('module' in group))
      stageGroupIndex(
        join(folder, 'api', name),
        title,
        apiPages.filter((page) => page.group === name),
      );
  }
  return { guides: guideSidebar(), api: apiSidebar(apiPages) };
}

function existingPages(): string[] {
  return pageGroups.flatMap(({ pages }) => pages).filter((page) => existsSync(join(root, `${page}.md`)));
}

/** The pages of the data dictionary, one for each shape. */
function fieldPages(): string[] {
  const pages = globSync('docs/data/*.md', { cwd: root, exclude: ['docs/data/index.md'] });
  return pages.map((path) => path.replace(/\.md$/, '')).sort();
}

function checkGroups(): void {
  const listed = new Set(existingPages());
  const missing = globSync('docs/*.md', { cwd: root })
    .map((path) => path.replace(/\.md$/, ''))
    .filter((page) => !listed.has(page));
  if (missing.length > 0)
    throw new Error(`docs/.vitepress/navigation.ts has no group for: ${missing.join(', ')}`);
}

/** Files that pages link to, such as examples and tests, become pages as well: a browser would download them. */
function stagePage(folder: string, path: string): void {
  const text = readFileSync(join(root, path), 'utf8');
  const linked = text.replaceAll(/\]\(((?!https?:|mailto:|#)[^)\s]+)\)/g, (_link, target: string) => {
    const file = posix.join(posix.dirname(path), target);
    // The landing page has the place of the README.
    if (file === 'README.md') return `](${posix.relative(posix.dirname(path), 'index.md')})`;
    if (/\.md(?:#|$)/.test(target) || !existsSync(join(root, file))) return `](${withoutDots(target)})`;
    if (file.endsWith('.png')) return `](${target})`;
    const page = sourcePageOf(file);
    stageSource(folder, file, page);
    return `](${posix.relative(posix.dirname(path), page)})`;
  });
  write(
    join(folder, withoutDots(path)),
    hasWideTable.test(linked) ? linked.replace(/^---\n/, '---\naside: false\n') : linked,
  );
}

/** A table that needs the room of the outline: six columns and more. */
const hasWideTable = /^\|(?:[^|\n]+\|){6,}$/m;

/** The list of a group that is no entry point. */
function stageGroupIndex(folder: string, title: string, pages: readonly ApiPage[]): void {
  const lines = pages.toSorted(byName).map(({ name }) => {
    const summary = firstSentence(readFileSync(join(folder, `${name}.md`), 'utf8'));
    return `- [${name}](${name}.md): ${summary}\n`;
  });
  write(join(folder, 'index.md'), `# ${title}\n\n${lines.join('')}`);
}

function sourcePageOf(file: string): string {
  return `source/${withoutDots(file)}.md`;
}

/** VitePress skips folders whose name starts with a dot. */
function withoutDots(path: string): string {
  return path.replaceAll(/(^|\/)\.(?=\w)/g, '$1');
}

function stageSource(folder: string, file: string, page: string): void {
  const code = readFileSync(join(root, file), 'utf8');
  const language = /\.(\w+)$/.exec(file)?.[1] ?? 'sh';
  // Found by its link and not by a search, which would show code before guides.
  write(
    join(folder, page),
    `---\nsearch: false\noutline: false\n---\n\n# ${file}\n\n\`\`\`\`${language}\n${code}\`\`\`\`\n`,
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function guideSidebar(): SidebarItem[] {
  return pageGroups.map(({ title, pages }) => ({
    text: title,
    items: pages.filter((page) => existingPages().includes(page)).map(itemOf),
  }));
}

function itemOf(page: string): SidebarItem {
  const item = { text: titleOf(page), link: `/${withoutDots(page)}` };
  return page === 'docs/data/index' ? { ...item, collapsed: true, items: fieldPages().map(itemOf) } : item;
}

/** The title that a page has in lists: in its front matter, or its heading. */
function titleOf(page: string): string {
  const text = readFileSync(join(root, `${page}.md`), 'utf8');
  return /^(?:title:|#) (.+)$/m.exec(text)?.[1] ?? page;
}

function byName(left: ApiPage, right: ApiPage): number {
  return Number(right.isCallable) - Number(left.isCallable) || left.name.localeCompare(right.name, 'en');
}

function apiSidebar(pages: readonly ApiPage[]): SidebarItem[] {
  return apiGroups
    .map((group): SidebarItem => {
      const items = pages
        .filter((page) => page.group === group.folder)
        .sort(byName)
        .map(({ name, path }) => ({ text: name, link: `/api/${path.replace(/\.md$/, '')}` }));
      return { text: group.title, link: `/api/${group.folder}/`, collapsed: true, items };
    })
    .filter(({ items = [] }) => items.length > 0);
}

/** Returns the first sentence of the first paragraph below the heading, without its links. */
export function firstSentence(page: string): string {
  const [, body = ''] = page.split(/^# .+\n+(?:```[^]*?```\n+)?/m);
  const [paragraph = ''] = body.split('\n\n');
  return /^[>#|`-]/.test(paragraph) ? '' : firstSentenceOf(paragraph);
}
