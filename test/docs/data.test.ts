import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { operationDocs } from '../../docs/generate/openapi/docstrings.ts';
import { documentedResponses } from '../literals/documented-responses.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/data');
const files = new Map(
  globSync('*.md', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

interface Row {
  readonly path: string;
  /** The cells after the first one. */
  readonly cells: readonly string[];
}

/** The rows of the shape's table, and below them those of the shapes that they link to. */
function rowsOf(name: string): Row[] {
  const file = `${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`;
  const text = files.get(file);
  if (text === undefined) throw new Error(`there is no ${file}`);
  const [table = ''] = text.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].flatMap(([, path = '', rest = '']) => {
    const row = { path, cells: rest.split(' | ').map((cell) => cell.trim()) };
    const [, inner] = /: \[`(\w+)`\]/.exec(row.cells[0] ?? '') ?? [];
    const isList = row.cells[0]?.startsWith('array') === true;
    const linked = inner === undefined || isList ? [] : rowsOf(inner);
    return [row, ...linked.map((one) => ({ ...one, path: `${path}.${one.path}` }))];
  });
}

function responseOf(operation: string): Row[] {
  return rowsOf(operationDocs[operation]?.output ?? '');
}

/** The paths of all fields of a value, with those of objects and of elements that are objects. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const inner = pathsIn(value[0], `${path}[]`);
    return typeof value[0] === 'object' ? [`${path}[]`, ...inner] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const own = path === '' ? key : `${path}.${key}`;
    return [own, ...pathsIn(field, own)];
  });
}

test.each(documentedResponses)(
  'every field of the response of $operation has a row',
  ({ operation, literal }) => {
    const rows = new Set(responseOf(operation).map(({ path }) => path));
    // The rules of a trigger are arbitrary values.

    expect(pathsIn(literal).filter((path) => !rows.has(path) && !path.includes('.rules[]'))).toEqual([]);
  },
);

test.each(documentedResponses)(
  'the essential fields of $operation are marked',
  ({ operation, essential }) => {
    const marked = responseOf(operation).filter(({ cells }) => cells[2] !== '');

    expect(marked.map(({ path }) => path).sort()).toEqual([...essential, ...notInLiteral(operation)].sort());
  },
);

/** A price's `realTimePrice` is documented for a single read, which shares its schema with the other operations. */
function notInLiteral(operation: string): string[] {
  const others = ['pricePoints.create', 'pricePoints.update', 'pricePoints.delete'];
  return others.includes(operation) ? ['priceByCountry[].realTimePrice'] : [];
}

test('every amount, price, fee, cost and rate in percent has a unit', () => {
  const amounts = [...files.keys()].flatMap((file) => {
    const [table = ''] = (files.get(file) ?? '').split('\n## ');
    return [
      ...table.matchAll(
        /^\| `([^`]*(?:[aA]mount\w*|[pP]rice|Cents|Usd|Fee\w*|Rate|Percentage))` \| (?:integer|number) \| ([^|]*) \|/gm,
      ),
    ].map(([, path = '', unit = '']) => [`${file} ${path}`, unit.trim()]);
  });

  expect(amounts.length).toBeGreaterThan(15);
  expect(amounts.filter(([, unit]) => unit === '')).toEqual([]);
});
