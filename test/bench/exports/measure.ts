import { spawn } from 'node:child_process';
import { cpSync, createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';

import { type Results, runRounds, type Table, type Usage } from '../rounds.ts';
import { expiringToken } from '../server/rows.ts';
import type { ServerReady } from '../server/server.ts';
import { exportTo, type Program } from './plan.ts';
import { environment, python } from './tools.ts';

const command = join(import.meta.dirname, '../../../dist/cli/main.js');
const alternatives = join(import.meta.dirname, '../alternatives');

/** Measures programs, each as a whole process. Rejects if one fails, or has not written every row. */
export async function measureExports(
  tables: readonly Table<Program>[],
  rows: number,
  rounds: number,
  ports: ServerReady,
  tell: (line: string) => void,
): Promise<Results<Usage>> {
  const originOf = (latency: number): string => `http://127.0.0.1:${String(ports[latency])}`;
  using existing = createFolder();
  await prepare(existing.path, rows, originOf(0));
  return await runRounds(
    tables,
    rounds,
    async (program, latency) => {
      using folder = createFolder();
      if (program.continues) cpSync(existing.path, folder.path, { recursive: true });
      const { code, errors } = await run(program, folder.path, originOf(latency));
      if (code !== 0) throw new Error(`${program.args.join(' ')} ended with ${String(code)}: ${errors}`);
      if (program.writes) await checkRows(join(folder.path, program.writes), rows);
      // What writes it is the benchmark's own.
      return JSON.parse(readFileSync(join(folder.path, 'usage.json'), 'utf8')) as Usage;
    },
    tell,
  );
}

/** Writes what programs continue with: a finished export, and one whose token has expired in the middle. */
async function prepare(folder: string, rows: number, origin: string): Promise<void> {
  const finished = await run(exportTo('finished.csv', rows), folder, origin);
  const interrupted = await run(exportTo('interrupted.jsonl', rows), folder, origin, expiringToken);
  if (finished.code !== 0 || interrupted.code !== 1) throw new Error(finished.errors + interrupted.errors);
}

interface Ended {
  readonly code: number | null;
  readonly errors: string;
}

async function run(program: Program, cwd: string, origin: string, token = 'bench'): Promise<Ended> {
  const [file, ...args] = commandLine(program);
  const env = { ...environment, PUBLISHER_BASE_URL: origin, PUBLISHER_TOKEN: token };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, errors] = await Promise.all([ended, text(child.stderr)]);
  return { code, errors };
}

function commandLine({ script, args }: Program): readonly [string, ...string[]] {
  if (script === undefined) {
    const hook = new URL('report-usage.ts', import.meta.url).href;
    return [process.execPath, '--import', hook, command, ...args];
  }
  const interpreter = script.endsWith('.py') ? python : 'sh';
  return [python, join(import.meta.dirname, 'measure.py'), interpreter, join(alternatives, script), ...args];
}

/** Rejects unless a file has so many rows, and a name for each column. */
async function checkRows(file: string, expected: number): Promise<void> {
  const rows = file.endsWith('.parquet') ? await parquetRows(file) : await linesOf(file);
  const found = file.endsWith('.csv') ? rows - 1 : rows;
  if (found !== expected) throw new Error(`${file} has ${found} rows, not ${expected}`);
  // It throws if two records differ in length.
  if (file.endsWith('.csv')) parse(await text(createReadStream(file, { end: 4096 })), { to: 2 });
}

async function parquetRows(file: string): Promise<number> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(file));
  return Number(metadata.num_rows);
}

async function linesOf(file: string): Promise<number> {
  let lines = 0;
  // A stream of files gives Buffers.
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}

function createFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'publisher-commerce-bench-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
