import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { files, imports } from './imports.ts';

const src = join(import.meta.dirname, '../../src');

/** The layer of each folder: a file imports from its own folder, and from folders on layers below. */
const layers: Readonly<Record<string, number>> = {
  runtime: 1,
  errors: 1,
  files: 1,
  html: 2,
  api: 2,
  validation: 2,
  money: 2,
  options: 3,
  http: 4,
  pagination: 5,
  resources: 6,
  ledger: 6,
  callbacks: 6,
  sandbox: 6,
  'client.ts': 7,
  'index.ts': 8,
  postgres: 8,
  cli: 9,
};

/** Folders that a folder may not import, although they are below it. */
const closed: Readonly<Record<string, readonly string[]>> = { sandbox: ['http'], http: ['money'] };

/** The only files that a folder may import from another folder on its own layer. */
const opened: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['callbacks/signature.ts'],
  validation: ['api/fields.ts', 'api/input.ts', 'api/operation.ts'],
};

/**
 * The order of the sandbox's folders, and of the files beside them: each imports only from those before it, so that no two
 * import each other.
 */
const sandbox = [
  ['connect.ts', 'json.ts', 'options.ts', 'random.ts'],
  ['market', 'requests'],
  ['ledger'],
  ['fakes', 'store'],
  ['outbound', 'purchases'],
  ['seed'],
  ['operations'],
  ['operations/faults'],
  ['service.ts'],
  ['pages'],
  ['pages/checkout', 'pages/index'],
  ['server'],
  ['create-sandbox.ts'],
  ['index.ts'],
];

function folderOf(file: string): string {
  return file.split('/')[0] ?? '';
}

test('every folder of src has a layer', () => {
  expect(files.map(folderOf).filter((folder) => !(folder in layers))).toEqual([]);
  expect(imports.length).toBeGreaterThan(100);
});

test('each layer imports only layers below it', () => {
  const upward = imports
    .filter(({ file, target = '' }) => !(opened[folderOf(file)] ?? []).includes(target))
    .map(({ file, from, target = file }) => ({
      file,
      from,
      folder: folderOf(file),
      target: folderOf(target),
    }))
    .filter(({ folder, target }) => folder !== target)
    .filter(
      ({ folder, target }) =>
        (layers[target] ?? Infinity) >= (layers[folder] ?? 0) || (closed[folder] ?? []).includes(target),
    );

  expect(upward).toEqual([]);
});

test('each folder of the sandbox imports only those before it', () => {
  const placeOf = (file: string): string => {
    const inside = relative('sandbox', file);
    return inside.includes('/') ? dirname(inside) : inside;
  };
  const rankOf = (place: string): number => sandbox.findIndex((places) => places.includes(place));
  const places = files.filter((file) => folderOf(file) === 'sandbox').map(placeOf);
  expect(new Set(places)).toEqual(new Set(sandbox.flat()));

  const upward = imports
    .filter(({ file, target = '' }) => folderOf(file) === 'sandbox' && folderOf(target) === 'sandbox')
    .map(({ file, target = '' }) => ({ file, target, from: placeOf(file), to: placeOf(target) }))
    .filter(({ from, to }) => from !== to && rankOf(to) >= rankOf(from));
  expect(upward).toEqual([]);
});

test('only src/http imports ky', () => {
  const users = imports.filter(({ from }) => from === 'ky').map(({ file }) => folderOf(file));

  expect([...new Set(users)]).toEqual(['http']);
});

test('errors import nothing but each other', () => {
  const outside = imports.filter(
    (one) => folderOf(one.file) === 'errors' && folderOf(one.target ?? '') !== 'errors',
  );

  expect(outside).toEqual([]);
});

test('the client, the schemas and the callbacks need ky, p-queue, zod, types of node:http and the bundled leven, and nothing else', () => {
  const packages = imports
    .filter(
      ({ file, from }) =>
        !['files', 'sandbox', 'postgres', 'cli'].includes(folderOf(file)) && !from.startsWith('.'),
    )
    .map(({ from }) => from);

  expect([...new Set(packages)].sort()).toEqual([
    'ky',
    'leven',
    'node:http',
    'p-queue',
    'zod',
    'zod/v4/core',
  ]);
});

test('only the postgres folder imports pg and pg-boss', () => {
  const users = imports.filter(({ from }) => /^pg\b/.test(from)).map(({ file }) => folderOf(file));

  expect([...new Set(users)]).toEqual(['postgres']);
});

test('nothing has a default export', () => {
  const defaults = files.filter((file) => /^export default/m.test(readFileSync(join(src, file), 'utf8')));

  expect(defaults).toEqual([]);
});
