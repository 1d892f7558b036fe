import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');

/** Pages to look something up in. Every other page is a guide. */
const references = [
  'api',
  'benchmarks',
  'decisions',
  'essential-fields',
  'ledger-columns',
  'operations',
  'spec-gaps',
  'AGENTS',
];

const guides = globSync('*.md', { cwd: docs }).filter((page) => !references.includes(basename(page, '.md')));

test.each(guides)('%s begins with a sentence about its subject', (page) => {
  const text = readFileSync(join(docs, page), 'utf8');
  const [, paragraph = ''] = /^# .+\n\n(.+(?:\n.+)*)/m.exec(text) ?? [];

  expect(paragraph).toMatch(/^[A-Z`][^.:]{30,}[.:]/);
});
