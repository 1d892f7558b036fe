import { PassThrough } from 'node:stream';

import { expect, onTestFinished, test, vi } from 'vitest';

import { confirm } from '../../src/cli/confirm.ts';

/** Asks on a terminal where this is typed; without it, the terminal is closed. */
async function ask(typed: string | undefined): Promise<boolean> {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  terminal.end(typed);
  return await confirm('Send 3 changes?', false, new AbortController().signal);
}

test.each([
  ['y\n', true],
  ['YES\n', true],
  [' y \n', true],
  ['n\n', false],
  ['\n', false],
  ['yesterday\n', false],
  [undefined, false],
])('%j agrees: %s', async (typed, isAgreed) => {
  expect(await ask(typed)).toBe(isAgreed);
});
