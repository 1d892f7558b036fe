import { stripVTControlCharacters } from 'node:util';

import { expect, test } from 'vitest';

import { rowsAt } from '../../../support/ledger.ts';
import { runProgram } from '../../../support/run-program.ts';
import { startService, token } from '../../../support/service.ts';
import { command } from '../../start-command.ts';
import { createFolder, failing, range, servePages } from './run-export.ts';

const rows = rowsAt(Array.from({ length: 3000 }, (_, index) => index * 1000));
const escape = '\u001B';
// Other systems have another `script`.
const hasTerminal = process.platform === 'linux';

/** Exports in a terminal of this width, and returns everything that it receives. */
async function exportInTerminal(
  columns: number,
  service: string,
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const { path } = createFolder();
  const program = [
    process.execPath,
    command,
    'export',
    ...range,
    '--limit',
    '100',
    '--out',
    'a.csv',
    ...args,
  ];
  const line = `stty cols ${columns}; exec ${program.map((arg) => `'${arg}'`).join(' ')}`;
  const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service, PUBLISHER_TOKEN: token };
  const { code, out } = await runProgram('script', ['-qec', line, '/dev/null'], { cwd: path, env });
  return { code, screen: out };
}

/** The lines that a bar has shown one after the other, without control sequences. */
function framesOf(screen: string): string[] {
  return screen
    .split(`${escape}[1G`)
    .map((frame) => stripVTControlCharacters(frame).split('\r\n')[0] ?? '')
    .filter((frame) => frame.includes('%'));
}

test.runIf(hasTerminal)('a terminal of 80 columns has a bar with rows, speed and time left', async () => {
  await using service = await startService(servePages(rows));
  const { code, screen } = await exportInTerminal(80, service.url);
  const frames = framesOf(screen);

  expect(code).toBe(0);
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.filter((frame) => frame.length >= 80)).toEqual([]);
  expect(frames.at(-1)).toMatch(/^█{20} 100% 3,000 of 3,000 rows, [\d,]+ rows\/s, 0 s left$/);
  // The bar is followed by a line break, and by the last lines.
  expect(stripVTControlCharacters(screen)).toMatch(
    /left\r\na\.csv: 3,000 rows, [\d,]+ bytes, SHA-256 [\da-f]{64}\r\n1 October 2026 of 127\.0\.0\.1\r\nNet [\d,.]+ USD\r\n$/,
  );
  // Apart from the cursor, it changes no setting that a kill would leave behind, and it has no colours.
  const sequences = screen
    .split(escape)
    .slice(1)
    .map((part) => (/^(?:\[[?\d;]*[A-Za-z]|\d)/.exec(part) ?? [''])[0]);
  expect([...new Set(sequences)].sort()).toEqual(['[0K', '[1G']);
});

test.runIf(hasTerminal)('a failure is printed in a line of its own below the bar', async () => {
  const fail = { status: 401, json: {} };
  await using service = await startService(
    failing(servePages(rows), ({ url }) => url.includes('cursor=2000'), fail),
  );
  const { code, screen } = await exportInTerminal(80, service.url);

  expect(code).toBe(1);
  expect(framesOf(screen).at(-1)).toContain('66% 2,000 of 3,000 rows');
  expect(screen).toMatch(
    /\r\npublisher-commerce: the service rejected the token \(401\).*--resume to continue\r\n$/,
  );
});
