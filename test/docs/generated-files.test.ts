import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { outdated, update } from '../../docs/generate/files.ts';

const generated = new Map([
  ['docs/data/current.md', 'current\n'],
  ['docs/data/edited.md', 'generated\n'],
  ['docs/data/missing.md', 'new\n'],
  ['other.json', '{}\n'],
]);
const owned = ['docs/data/*.md'];
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'generated-files-'));
  mkdirSync(join(root, 'docs/data'), { recursive: true });
  writeFileSync(join(root, 'docs/data/current.md'), 'current\n');
  writeFileSync(join(root, 'docs/data/edited.md'), 'generated\nand edited\n');
  writeFileSync(join(root, 'docs/data/superfluous.md'), 'of a shape that is gone\n');
  return () => rmSync(root, { recursive: true });
});

test('a generated file that was edited, is missing or is no longer generated is outdated, and no other', () => {
  expect(outdated(root, generated, owned)).toEqual([
    'docs/data/edited.md',
    'docs/data/missing.md',
    'docs/data/superfluous.md',
    'other.json',
  ]);
});

test('after an update nothing is outdated', () => {
  for (const path of outdated(root, generated, owned)) update(root, path, generated.get(path));

  expect(outdated(root, generated, owned)).toEqual([]);
});
