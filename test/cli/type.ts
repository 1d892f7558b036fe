import { PassThrough } from 'node:stream';

import { onTestFinished, vi } from 'vitest';

/** Replaces stdin by a terminal on which this is typed, and collects stderr. */
export function type(text: string | null): () => string {
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => terminal });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    Object.defineProperty(process, 'stdin', stdin);
    write.mockRestore();
  });
  if (text !== null) terminal.end(text);
  return () => write.mock.calls.map(([chunk]) => String(chunk)).join('');
}
