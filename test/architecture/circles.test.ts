import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

type Graph = ReadonlyMap<string, readonly string[]>;

/** The files of src, each with the files it imports, also for types only. */
function readGraph(): Graph {
  const files = globSync('**/*.ts', { cwd: src }).sort();
  return new Map(
    files.map((file) => {
      const code = readFileSync(join(src, file), 'utf8');
      const specifiers = code.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'/gm);
      return [file, [...specifiers].map(([, from = '']) => relative(src, join(src, dirname(file), from)))];
    }),
  );
}

/** The circles that a depth-first search closes, each as a path that ends where it begins; none if there is none. */
function circlesOf(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

test('no files of src import each other in a circle', () => {
  const graph = readGraph();

  expect([...graph.values()].flat().filter((file) => !graph.has(file))).toEqual([]);
  expect([...graph.values()].flat().length).toBeGreaterThan(100);
  expect(circlesOf(graph)).toEqual([]);
});

test('a circle is reported by its path', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['d', 'b']],
    ['d', []],
  ]);

  expect(circlesOf(graph)).toEqual(['b → c → b']);
});
