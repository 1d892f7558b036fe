import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { exitCode } from '../../src/cli/command-error.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
// Without comments, which have the same words.
const sources = globSync('src/**/*.ts', { cwd: root })
  .map(read)
  .join('\n')
  .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
const words = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z_'-]*/g) ?? [];
/** The words of the sources, one after the other. */
const sourceWords = ` ${words(sources).join(' ')} `;

/** The messages in the first column of the tables of messages. */
const quoted = read('docs/troubleshooting.md')
  .split(/^\| message \|.*$/m)
  .slice(1)
  .flatMap((table) => table.slice(0, table.indexOf('\n\n')).split('\n').slice(2))
  .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/(`+)(.+?)\1/g)].map(([, , code = '']) => code));

/** Whether half of the pairs of words of a message are in the sources: it is put together from parts, and has values in it. */
function isKnown(message: string): boolean {
  const pairs = message.split('…').flatMap((part) => {
    const parts = words(part);
    return parts.length < 3 ? parts : parts.slice(1).map((word, at) => `${parts[at] ?? ''} ${word}`);
  });
  return pairs.filter((pair) => sourceWords.includes(` ${pair} `)).length * 2 >= pairs.length;
}

test('the messages that the page on troubleshooting quotes are those of the sources', () => {
  expect(quoted.length).toBeGreaterThan(40);
  // Shorter ones are a value between two parts.
  const long = quoted.filter((message) => words(message).length > 3);
  expect(long.filter((message) => !isKnown(message))).toEqual([]);
  expect(isKnown('the printer has no paper left, so print it tomorrow')).toBe(false);
});

/** The strings of a union: `type Outcome = 'applied' | 'unknown'`. */
function unionOf(path: string, name: string): string[] {
  const [, union = ''] = new RegExp(`type ${name} =([^;]+);`).exec(read(`src/${path}`)) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, value = '']) => value);
}

test.each([
  ['errors.md', unionOf('client/errors/publisher-error.ts', 'ErrorCode')],
  ['errors.md', unionOf('client/errors/api-error.ts', 'ApiErrorReason')],
  ['errors.md', unionOf('client/errors/publisher-error.ts', 'Outcome')],
  ['callbacks.md', unionOf('callbacks/callback-error.ts', 'CallbackErrorReason')],
  ['troubleshooting.md', unionOf('postgres/database/database-error.ts', 'DatabaseErrorReason')],
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
