import { globSync } from 'node:fs';
import { join } from 'node:path';

import { check, LinkState } from 'linkinator';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('every relative link and anchor of the README, the changelog and the guides leads somewhere', async () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync('docs/*.md', { cwd: root }),
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
