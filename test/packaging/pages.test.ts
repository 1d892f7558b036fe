import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { check, LinkState } from 'linkinator';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pagesOf } from '../support/code-blocks.ts';
import { Project } from './project.ts';

let project: Project;
let installed: string;

beforeAll(async () => {
  project = await Project.with();
  installed = join(project.folder, 'node_modules/publisher-commerce');
});
afterAll(() => project.remove());

test('no link in the pages of the package leads out of it, or to nothing', async () => {
  // A server shows no links in a .txt file.
  await copyFile(join(installed, 'llms.txt'), join(installed, 'llms.md'));
  const pages = pagesOf(installed);

  const { links } = await check({
    path: pages,
    serverRoot: installed,
    markdown: true,
    checkFragments: true,
    directoryListing: true,
    linksToSkip: [String.raw`^https?://(?!127\.0\.0\.1:)`],
  });

  const isWorking = ({ state }: { state: LinkState }): boolean => state === LinkState.OK;
  expect(pages).toEqual(expect.arrayContaining(['AGENTS.md', 'README.md', 'docs/export.md', 'llms.md']));
  expect(
    links.filter(({ state }) => state === LinkState.BROKEN).map(({ parent, url }) => [parent, url]),
  ).toEqual([]);
  expect(links.filter(isWorking).length).toBeGreaterThan(pages.length);
});
