import { globSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { operations } from '../../../src/client/api/operations.ts';
import * as schemas from '../../../src/client/api/schemas.ts';

const folder = join(import.meta.dirname, '../../../src/client/api');
const lists = ['operations.ts', 'schemas.ts'];
const files = globSync('*.ts', { cwd: folder }).filter((file) => !lists.includes(file));
const modules = await Promise.all(
  files.map((file) => import(join(folder, file)) as Promise<Readonly<Record<string, unknown>>>),
);
const declared = modules.flatMap((module) => Object.entries(module));

test('every operation that a module of the API declares is in the list', () => {
  const found = declared.flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'effect' in value ? [[name, value] as const] : [],
  );
  const listed: readonly object[] = operations;

  expect(found.length).toBe(operations.length);
  expect(found.filter(([, operation]) => !listed.includes(operation)).map(([name]) => name)).toEqual([]);
});

test('every schema that a module of the API declares is exported, and nothing else', () => {
  const found = declared.filter(([name, value]) => name.endsWith('Schema') && value instanceof z.ZodType);

  expect(Object.keys(schemas).sort()).toEqual(found.map(([name]) => name).sort());
});
