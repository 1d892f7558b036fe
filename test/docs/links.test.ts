import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { check, LinkState } from 'linkinator';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('every relative link and anchor of the README, the changelog and the guides leads somewhere', async () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    '.github/CONTRIBUTING.md',
    '.github/SECURITY.md',
    ...globSync(['docs/*.md', 'docs/data/*.md', 'docs/skills/*/*.md'], { cwd: root }),
  ];

  const { links } = await check({
    path: pages,
    serverRoot: root,
    markdown: true,
    checkFragments: true,
    directoryListing: true,
    // The project is served on this machine; the rest of the world may be down, and is not ours.
    linksToSkip: [String.raw`^https?://(?!127\.0\.0\.1:)`],
  });

  const broken = links
    .filter(({ state }) => state === LinkState.BROKEN)
    .map(({ parent, url }) => `${parent}: ${url}`);
  expect(broken).toEqual([]);
  expect(links.filter(({ state }) => state === LinkState.OK).length).toBeGreaterThan(pages.length);
});

// Not links: the package has the pages, but not these files.
test('every file of the project that a page names as code exists', () => {
  const named = globSync(['*.md', '.github/*.md', 'docs/*.md'], { cwd: root }).flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(/`((?:test|\.github|\.ci)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  });

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('llms.txt lists every guide for users', () => {
  const listed = readFileSync(join(root, 'docs/llms.txt'), 'utf8');
  const forContributors = ['adding-an-operation.md', 'decisions.md', 'releasing.md'];
  const guides = globSync('*.md', { cwd: join(root, 'docs'), exclude: forContributors });

  expect(guides.length).toBeGreaterThan(20);
  expect(guides.filter((guide) => !listed.includes(`](${guide})`))).toEqual([]);
});
