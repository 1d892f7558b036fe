import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Receipt } from '../../../../src/ledger/index.ts';
import { type Program, startProgram } from '../../../support/run-program.ts';
import { type ReceivedRequest, type Reply, token } from '../../../support/service.ts';
import { inFolder, type Output, runHere } from '../../run-here.ts';
import { command } from '../../start-command.ts';

/** A folder to export to. */
export interface ExportFolder {
  readonly path: string;
  /** Path of a file. */
  readonly file: (name: string) => string;
  readonly read: (name: string) => string;
  readonly receipt: (name: string) => Receipt;
  readonly sha256: (name: string) => string;
  /** Names of all files, sorted. */
  readonly names: () => string[];
  /** Starts `export` in this folder, with the token and the given variables only. */
  readonly start: (args: readonly string[], env?: NodeJS.ProcessEnv) => Program;
  /** Runs `export` to its end in this process, which is five times as fast; one at a time. */
  readonly run: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Output>;
}

/** Creates a folder, which is removed when the test ends. */
export function createFolder(url?: string): ExportFolder {
  const path = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const file = (name: string): string => join(path, name);
  const service = url === undefined ? {} : { PUBLISHER_BASE_URL: url, PUBLISHER_TOKEN: token };
  const envWith = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    PUBLISHER_RETRY_FOR: '0',
    ...service,
    ...env,
  });
  return {
    path,
    file,
    read: (name) => readFileSync(file(name), 'utf8'),
    receipt: (name) => JSON.parse(readFileSync(file(`${name}.receipt.json`), 'utf8')) as Receipt,
    sha256: (name) =>
      createHash('sha256')
        .update(readFileSync(file(name)))
        .digest('hex'),
    names: () => readdirSync(path).sort(),
    start: (args, env) =>
      startProgram(process.execPath, [command, 'export', ...args], { cwd: path, env: envWith(env) }),
    run: (args, env) => inFolder(path, envWith(env), () => runHere(['export', ...args])),
  };
}

/** The range of the ledger of `test/support/ledger.ts`. */
export const range = ['--start', '2026-10-01', '--end', '2026-10-02'] as const;

/** Serves these rows for any range; fast, because nothing is filtered. Cursors are offsets. */
export function servePages(rows: readonly object[]): (request: ReceivedRequest) => Reply {
  return ({ url }) => {
    const query = new URL(url, 'http://service').searchParams;
    const offset = Number(query.get('cursor') ?? 0);
    const end = offset + Number(query.get('limit'));
    const nextCursor = end < rows.length ? String(end) : null;
    return { json: { totalCount: rows.length, nextCursor, results: rows.slice(offset, end) } };
  };
}

/** Serves as `serve` does until `isFailing`, and then as `fail`. */
export function failing(
  serve: (request: ReceivedRequest) => Reply,
  isFailing: (request: ReceivedRequest) => boolean,
  fail: Reply,
): (request: ReceivedRequest) => Reply {
  return (request) => (isFailing(request) ? fail : serve(request));
}
