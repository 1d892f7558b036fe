import { expect, test } from 'vitest';

import { changelogLink } from '../../docs/.vitepress/slugs.ts';

test.each([
  ['## [1.2.0] - 2026-11-23', '/CHANGELOG#120---2026-11-23'],
  ['## [1.2.0]', '/CHANGELOG#120'],
  ['## 1.2.0', '/CHANGELOG#120'],
  ['## [11.2.0]', '/CHANGELOG'],
  ['## [1.2.0-beta.1]', '/CHANGELOG'],
])('the menu of version 1.2.0 leads to "%s"', (heading, link) => {
  expect(changelogLink(`# Changelog\n\n## [Unreleased]\n\n${heading}\n`, '1.2.0')).toBe(link);
});
