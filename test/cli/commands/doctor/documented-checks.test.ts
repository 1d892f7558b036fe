import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { checks } from '../../../../src/cli/commands/doctor/checks.ts';

const read = (page: string): string =>
  readFileSync(join(import.meta.dirname, `../../../../docs/${page}.md`), 'utf8');
const names = checks.map(({ name }) => name);

test('every gap of the specification names its checks, or says that reading does not show it', () => {
  const [gaps = ''] = read('spec-gaps').split('\n## ');
  const rows = gaps.split('\n').filter((line) => /^\| \d/.test(line));

  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const linked = [...row.matchAll(/\[`([\w-]+)`\]\(doctor\.md#checks\)/g)].map(([, name]) => name);
    if (!row.endsWith('| ask |')) expect(linked.length, row).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(linked));
  }
});

test('the guide explains every check, and no other one', () => {
  const table = read('doctor').split('## Checks')[1] ?? '';
  const cells = table.split('\n').flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? []);

  const documented = cells.flatMap((cell) => cell.split(', ').map((name) => name.replaceAll('`', '')));
  expect(documented.sort()).toEqual([...names].sort());
});

test('the name of a check is unique', () => {
  expect(new Set(names).size).toBe(names.length);
});
