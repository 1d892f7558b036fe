import { globSync, readFileSync } from 'node:fs';
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

test('every type that a schema has within it is exported with the schemas', () => {
  const list = readFileSync(join(folder, 'schemas.ts'), 'utf8');
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const nested = [...text.matchAll(/\bwith(?:Type|Input)Name<(\w+)>\(/g)].map(([, name = '']) => name);
    return nested.filter(
      (name) => new RegExp(`export (interface|type) ${name} `).test(text) && !list.includes(`type ${name},`),
    );
  });

  expect(missing).toEqual([]);
});
