import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { operations } from '../../../src/client/api/operations.ts';
import { documentedResponses } from '../../literals/documented-responses.ts';

const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.includes('| §4.'));
}

test('there is one row for every section of §4, the callback included', () => {
  const sections = rowsOf(document).map((line) => /§(4\.\w+)/.exec(line)?.[1]);
  const documented = documentedResponses.map(({ request: [section] }) => section);
  expect(sections.toSorted()).toEqual([...documented, '4.14'].toSorted());
});

test('operations without documented errors are listed as such', () => {
  const silent = [...document.matchAll(/^Errors of (.+): not shown \(§7\.5\)\.$/gm)].flatMap(
    ([, names = '']) => names.split(', '),
  );
  // The sections that §7 shows errors for.
  const documented = ['4.1', '4.2', '4.3', '4.4', '4.7', '4.12'];
  const others = documentedResponses.filter(({ request: [section] }) => !documented.includes(section));
  expect(silent.toSorted()).toEqual(
    others.map(({ operation }) => `\`${operation.split('.')[1] ?? ''}\``).toSorted(),
  );
});

test('the guide to errors explains what to do for each outcome of every write', () => {
  const guide = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const writes = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  // One row for both of personalization.
  const wanted = [...new Set(writes.map((name) => name.replace(/^personalization\..*/, 'personalization.')))];

  expect(wanted.filter((name) => !guide.includes(`| \`${name}`))).toEqual([]);
});
