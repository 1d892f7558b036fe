import { expect, test } from 'vitest';

import { createFolder } from '../commands/export/run-export.ts';
import { inFolder, runHere } from '../run-here.ts';
import { said } from '../../support/said.ts';

test.each([
  ['export', '--month', '2026-10', '--out', 'a.csv'],
  ['prices', 'pull', '--out', 'a.csv'],
  ['content', 'pull', '--ids', 'news-1', '--out', 'a.csv'],
  ['promo-codes', 'create', '--coupon', 'autumn', '--count', '3', '--out', 'a.csv', '--yes'],
  ['call', 'pricePoints.list'],
  ['doctor'],
])('%s %s names the variable of a token that no header can carry, and not the token', async (...args) => {
  const folder = createFolder();
  const env = { PUBLISHER_BASE_URL: 'https://127.0.0.1:1', PUBLISHER_TOKEN: 'half a-token' };
  const { code, out, err } = await inFolder(folder.path, env, () => runHere(args));

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said('publisher-commerce: PUBLISHER_TOKEN: … ASCII'));
  expect(err).not.toContain('a-token');
  expect(folder.names()).toEqual([]);
});
