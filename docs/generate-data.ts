// Writes the data dictionary, docs/data/*.md: `node docs/generate-data.ts`.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { typeDocs } from './generate/openapi/docstrings.ts';
import { indexPage } from './data-index.ts';
import { dataNotes } from './data-notes.ts';
import { tableOf } from './data-rows.ts';
import { allShapes, pagesOf, type Shape, type ShapeKind } from './data-shapes.ts';

const folder = join(import.meta.dirname, 'data');
const shapes = allShapes();
const pages = pagesOf(shapes);

/** Returns the content of the files of `docs/data` by their names. */
export function dataDictionary(): ReadonlyMap<string, string> {
  return new Map([
    ['index.md', indexPage(shapes, pages)],
    ...shapes.map((shape): [string, string] => [pages.get(shape.name) ?? '', pageOf(shape)]),
  ]);
}

function pageOf(shape: Shape): string {
  const { name } = shape;
  const parts = [
    `---\ntitle: ${name}\n---\n\n# ${name}\n`,
    `${typeDocs[name]?.description ?? ''} ${usesOf(shape).join(' ')}\n`,
    tableOf(shape, pages),
    ...(dataNotes[name] === undefined ? [] : [dataNotes[name]]),
    'Generated from the schemas. [Data](index.md) explains the columns.\n',
  ];
  return parts.join('\n');
}

const verbs: Record<ShapeKind, string> = {
  Requests: 'Sent by',
  Responses: 'Returned by',
  Errors: 'Received after a failed',
  Callbacks: '',
};

function usesOf({ kind, operations, partOf, schemaName }: Shape): string[] {
  const methods = operations.map(
    (name) => `[\`${name}\`](../api.md#${name.split('.')[0]?.toLowerCase() ?? ''})`,
  );
  const owners = partOf.map((name) => `[\`${name}\`](${pages.get(name) ?? ''})`);
  return [
    ...(methods.length > 0 ? [`${verbs[kind]} ${methods.join(', ')}.`] : []),
    ...(owners.length > 0 ? [`Part of ${owners.join(', ')}.`] : []),
    ...(schemaName === undefined ? [] : [`Schema: \`${schemaName}\` of \`publisher-commerce/schemas\`.`]),
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const file of globSync('*.md', { cwd: folder })) rmSync(join(folder, file));
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of dataDictionary()) writeFileSync(join(folder, file), text);
}
