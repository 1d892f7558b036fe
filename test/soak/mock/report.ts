import { markdownTable } from 'markdown-table';

import { operations } from '../../../src/api/operations.ts';
import type { Outcome } from './drive.ts';
import { essentialPaths } from './essential-paths.ts';

const essential = new Map<string, ReturnType<typeof essentialPaths>>(
  operations.map((operation) => [operation.name, essentialPaths(operation)]),
);

/** Rejections for fields that are not essential, each with the seed of such a response. */
export function unexpectedRejections(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ operation, rejecting }) =>
    [...rejecting]
      .filter(([path]) => !essential.get(operation)?.has(path))
      .map(([path, { seed }]) => `${operation} was rejected for ${path}, for example with seed ${seed}`),
  );
}

/** Counts the delivered responses of each pass, and lists the fields whose responses were rejected. */
export function report(passes: ReadonlyMap<string, readonly Outcome[]>): string {
  const counts = operations.map(({ name }) => [
    name,
    ...[...passes.values()].map((pass) => countsOf(pass, name)),
  ]);
  const paths = operations.flatMap(({ name }) => rejectionsOf([...passes.values()].flat(), name));
  return [
    'Responses delivered + rejected (drifting fields):',
    markdownTable([['operation', ...passes.keys()], ...counts]),
    'Rejecting paths:',
    markdownTable([['operation', 'path', 'responses', 'essential'], ...paths]),
  ].join('\n\n');
}

function countsOf(pass: readonly Outcome[], name: string): string {
  const { delivered = 0, rejected = 0, drifting } = pass.find(({ operation }) => operation === name) ?? {};
  return `${delivered} + ${rejected} (${drifting?.size ?? 0})`;
}

function rejectionsOf(outcomes: readonly Outcome[], name: string): string[][] {
  const totals = new Map<string, number>();
  for (const { operation, rejecting } of outcomes) {
    if (operation !== name) continue;
    for (const [path, { times }] of rejecting) totals.set(path, (totals.get(path) ?? 0) + times);
  }
  return [...totals]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, times]) => [name, path, String(times), essential.get(name)?.has(path) ? 'yes' : 'NO']);
}
