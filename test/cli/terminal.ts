import { PassThrough } from 'node:stream';

import { expect, onTestFinished } from 'vitest';

/** A terminal in the place of stdin. */
export interface Terminal {
  /** Types a line, and leaves the keyboard. */
  readonly type: (text: string) => void;
  /** Resolves when a question waits for a line. */
  readonly asked: () => Promise<void>;
}

/** Replaces stdin by a terminal until the test ends. */
export function openTerminal(): Terminal {
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => terminal });
  onTestFinished(() => void Object.defineProperty(process, 'stdin', stdin));
  return {
    type: (text) => void terminal.end(text),
    asked: () => expect.poll(() => terminal.readableFlowing, { timeout: 20_000 }).toBe(true),
  };
}
