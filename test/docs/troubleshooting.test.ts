import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { exitCode } from '../../src/cli/terminal/command-error.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The strings of a union: `type Outcome = 'applied' | 'unknown'`. */
function unionOf(path: string, name: string): string[] {
  const [, union = ''] = new RegExp(`type ${name} =([^;]+);`).exec(read(`src/${path}`)) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, value = '']) => value);
}

test.each([
  ['errors.md', unionOf('client/errors/publisher-error.ts', 'ErrorCode')],
  ['errors.md', unionOf('client/errors/publisher-error.ts', 'Outcome')],
  ['callbacks.md', unionOf('client/errors/entry-errors.ts', 'CallbackErrorReason')],
  ['troubleshooting.md', unionOf('client/errors/entry-errors.ts', 'DatabaseErrorReason')],
])('%s has every code of %j', (page, values) => {
  const text = read(`docs/${page}`);

  expect(values.length).toBeGreaterThan(3);
  expect(values.filter((value) => !text.includes(`\`${value}\``))).toEqual([]);
});

test('the page on exports has every exit code', () => {
  const text = read('docs/export.md');
  const codes = Object.values(exitCode).filter((code) => code !== exitCode.done);

  expect(codes.filter((code) => !new RegExp(`^\\|.*\\b${code}\\b.*\\|$`, 'm').test(text))).toEqual([]);
});
