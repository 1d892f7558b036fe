import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runProgram } from '../support/run-program.ts';
import { type Major, nodeBinary } from '../support/runtimes.ts';

interface Case {
  readonly case: string;
  readonly requests: number;
  readonly thrown?: string;
  /** Whether the hanging request's socket was closed. */
  readonly ended: boolean;
}

const program = join(import.meta.dirname, 'hanging-retries.ts');

/** What the call rejects with; leaving a loop is no error. */
const thrownBy: readonly (readonly [string, string | undefined])[] = [
  ['abort', 'Error'],
  ['timeout', 'TimeoutError'],
  ['totalTimeout', 'TimeoutError'],
  ['leaving a loop over rows', undefined],
  ['leaving a loop over pages under a signal', undefined],
];

test.each<Major>([22, 24])(
  'after a retry and a garbage collection, every way to end a call closes its socket and lets the process exit (Node %i)',
  async (version) => {
    const args = ['--expose-gc', program];
    const { code, out, err } = await runProgram(nodeBinary(version), args, { timeout: 45_000 });
    const cases = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case);

    const expected = ['status 503', 'status 429', 'reset', 'malformed JSON'].flatMap((fault) =>
      ['before its headers', 'in its body'].flatMap((hang) =>
        thrownBy.map(([ending, thrown]) => ({
          case: `${fault}, then hanging ${hang}: ${ending}`,
          requests: 2,
          ...(thrown === undefined ? {} : { thrown }),
          ended: true,
        })),
      ),
    );
    const inOrder = (list: readonly Case[]): Case[] =>
      list.toSorted((one, other) => one.case.localeCompare(other.case));
    expect(inOrder(cases)).toEqual(inOrder(expected));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  },
);
