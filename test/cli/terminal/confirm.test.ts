import { expect, onTestFinished, test, vi } from 'vitest';

import { confirm } from '../../../src/cli/terminal/confirm.ts';
import { openTerminal } from '../terminal.ts';

/** Types on a terminal, and collects stderr. */
function type(text: string | null): () => string {
  const terminal = openTerminal();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  if (text !== null) terminal.type(text);
  return () => write.mock.calls.map(([chunk]) => String(chunk)).join('');
}

const { signal } = new AbortController();

test.each([
  ['y\n', true],
  ['Yes \n', true],
  ['n\n', false],
  ['yess\n', false],
  ['\n', false],
  ['', false],
])('after %j on a terminal, the result is %s', async (typed, expected) => {
  const printed = type(typed);

  expect(await confirm('Send 3 translations?', false, signal)).toBe(expected);
  expect(printed()).toBe(`Send 3 translations? [y/N] ${typed === '' ? '\n' : ''}`);
});

test('an interrupt ends the question with its reason', async () => {
  const printed = type(null);
  const reason = new Error('interrupted');
  const controller = new AbortController();
  const asked = confirm('Send?', false, controller.signal);
  controller.abort(reason);

  await expect(asked).rejects.toBe(reason);
  expect(printed()).toBe('Send? [y/N] \r\n');
});

test('with --yes nothing is asked', async () => {
  const printed = type('n\n');

  expect(await confirm('Send?', true, signal)).toBe(true);
  expect(printed()).toBe('');
});
