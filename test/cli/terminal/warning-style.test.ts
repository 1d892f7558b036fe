import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';

import { expect, onTestFinished, test, vi } from 'vitest';

import { warningStyle } from '../../../src/cli/terminal/format.ts';

test('a warning is amber on a terminal with colours only', () => {
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const terminal = (colorDepth: number) =>
    Object.create(WriteStream.prototype, {
      isTTY: { value: true },
      getColorDepth: { value: () => colorDepth },
      // Nothing is written to it.
    }) as WriteStream;

  expect(warningStyle('Unfinished', terminal(8))).toBe('\u001B[33mUnfinished\u001B[39m');
  expect(warningStyle('Unfinished', terminal(1))).toBe('Unfinished');
  expect(warningStyle('Unfinished', new PassThrough())).toBe('Unfinished');
});
