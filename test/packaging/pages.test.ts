import { globSync, readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

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
  expect(pages).toEqual(
    expect.arrayContaining([
      'AGENTS.md',
      'README.md',
      'docs/export.md',
      'llms.md',
      'skills/publisher-commerce-ledger/SKILL.md',
    ]),
  );
  expect(
    links.filter(({ state }) => state === LinkState.BROKEN).map(({ parent, url }) => [parent, url]),
  ).toEqual([]);
  expect(links.filter(isWorking).length).toBeGreaterThan(pages.length);
});

test('a skill has the name of its folder, says when to use it, and is short enough to be read whole', () => {
  const skills = globSync('skills/*/SKILL.md', { cwd: installed });

  expect(skills.length).toBe(2);
  for (const skill of skills) {
    const lines = readFileSync(join(installed, skill), 'utf8').split('\n');
    expect(lines.slice(0, 2)).toEqual(['---', `name: ${basename(dirname(skill))}`]);
    expect(lines[2]).toMatch(/^description: .{100,1024}$/);
    expect(lines.length).toBeLessThan(100);
  }
});
