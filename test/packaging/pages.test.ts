import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { check, LinkState } from 'linkinator';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { codeBlocksOf, pagesOf, typeProblems } from '../support/code-blocks.ts';
import { Project } from './project.ts';

const root = join(import.meta.dirname, '../..');
let project: Project;
let installed: string;

beforeAll(async () => {
  project = await Project.with();
  installed = join(project.folder, 'node_modules/publisher-commerce');
}, 60_000);
afterAll(() => project.remove());

test('no link in the pages of the package leads out of it, or to nothing', { timeout: 60_000 }, async () => {
  // A server shows no links in a .txt file.
  await copyFile(join(installed, 'llms.txt'), join(installed, 'llms.md'));
  const pages = pagesOf(installed);

  const { links } = await check({
    path: pages,
    serverRoot: installed,
    markdown: true,
    checkFragments: true,
    directoryListing: true,
    // Pictures are left out of the package: their text says what they show.
    linksToSkip: [String.raw`^https?://(?!127\.0\.0\.1:)`, String.raw`/docs/images/\w+\.png$`],
  });

  const isWorking = ({ state }: { state: LinkState }): boolean => state === LinkState.OK;
  expect(pages).toEqual(expect.arrayContaining(['AGENTS.md', 'README.md', 'docs/export.md', 'llms.md']));
  expect(
    links.filter(({ state }) => state === LinkState.BROKEN).map(({ parent, url }) => [parent, url]),
  ).toEqual([]);
  expect(links.filter(isWorking).length).toBeGreaterThan(pages.length);
});

test('AGENTS.md is 40 to 60 lines long', async () => {
  const lines = (await readFile(join(installed, 'AGENTS.md'), 'utf8')).trimEnd().split('\n');

  expect(lines.length).toBeGreaterThanOrEqual(40);
  expect(lines.length).toBeLessThanOrEqual(60);
});

test('every code block of the pages compiles against the package', { timeout: 60_000 }, async () => {
  const folder = join(project.folder, 'blocks');
  await mkdir(folder);
  await linkOtherPackages(join(root, 'node_modules'), join(project.folder, 'node_modules'));
  const blocks = pagesOf(installed).flatMap((page) => codeBlocksOf(installed, page));
  for (const { file, code } of blocks) await writeFile(join(folder, file), code);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');

  expect(blocks.length).toBeGreaterThan(30);
  const types = join(project.folder, 'node_modules/@types');
  expect(
    typeProblems(
      blocks.map(({ file }) => join(folder, file)),
      // Not the sources of this project: what a user has.
      { paths: {}, typeRoots: [types] },
    ),
  ).toEqual([]);
});

/** Makes packages that the blocks import, such as express, available beside those of the project. */
async function linkOtherPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (existsSync(join(to, name)) || name.startsWith('.')) continue;
    await symlink(join(from, name), join(to, name));
  }
}
