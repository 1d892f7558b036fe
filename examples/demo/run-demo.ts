// Exports a month, kills the export, resumes it, and reports the result.
//
//   npm run demo
//   npm run demo -- --all     with the sums of every currency
import { mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { Receipt } from 'publisher-commerce/ledger';
import { createSandbox } from 'publisher-commerce/sandbox';

import { renderAll, renderCards, renderTopCurrencies } from './render.ts';
import { RowCounter } from './row-counter.ts';
import { startWorker, type Worker } from './worker.ts';

const { values: options } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const rows = 60_000;
const out = 'out/october.csv';
const month = ['--month', '2026-10'];
/** In milliseconds, so that an export takes as long as to watch it. */
const latency = 50;

/** Shows the rows in the file while an export runs; kills it at this number of rows. */
async function watch({ child, finished }: Worker, from: number, killAt = Infinity): Promise<number> {
  const counter = new RowCounter(`${out}.part`);
  drawBar(from);
  while (child.exitCode === null && child.signalCode === null) {
    const written = await counter.count();
    drawBar(written);
    if (written >= killAt) child.kill('SIGKILL');
    await wait(10);
  }
  const isWhole = await finished;
  if (isWhole) drawBar(rows);
  if (process.stdout.isTTY) console.log();
  return isWhole ? rows : counter.count();
}

function drawBar(written: number): void {
  if (!process.stdout.isTTY) return;
  const full = Math.round((40 * written) / rows);
  const percentage = Math.floor((100 * written) / rows);
  process.stdout.write(
    `\r${'█'.repeat(full)}${'░'.repeat(40 - full)} ${percentage}% | ${written} of ${rows} rows`,
  );
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

mkdirSync('out', { recursive: true });
const sandbox = createSandbox({
  transactions: rows,
  latency,
  period: { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
});
await using server = await sandbox.listen();
const env = { PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
const exportTo = (path: string, ...more: readonly string[]): Worker =>
  startWorker(['export', ...month, '--out', path, '--quiet', ...more], env);

console.log(`Exporting October 2026 from the built-in sandbox, which takes ${latency} ms a page`);
const first = exportTo(out, '--force', '--limit', '1000');
const written = await watch(first, 0, 0.45 * rows);
const { receiptState } = readJson(`${out}.part.json`) as { receiptState: { rows: number } };
console.log(
  `Killed process ${first.child.pid} (SIGKILL) after ${written} rows; its checkpoint is after ${receiptState.rows}`,
);
console.log('Resuming it with --resume');
await watch(exportTo(out, '--resume'), receiptState.rows);
console.log('Exporting it again in one go, to compare');
await exportTo('out/in-one-go.csv', '--force').finished;
await startWorker(['report', out, '--out', 'out/report.html', '--force', '--quiet']).finished;

const receipt = readJson(`${out}.receipt.json`) as Receipt;
const other = readJson('out/in-one-go.csv.receipt.json') as Receipt;
console.log(renderCards(receipt));
console.log(options.all ? renderAll(receipt) : `Net in US dollars\n${renderTopCurrencies(receipt, 5)}`);
console.log(`${receipt.complete ? 'Complete' : 'Incomplete'}: ${receipt.rows} of ${receipt.totalCount} rows`);
console.log(`SHA-256 resumed ${receipt.file?.sha256}`);
console.log(`SHA-256 one run ${other.file?.sha256}`);
console.log(`Receipt         ${out}.receipt.json`);
console.log('Report          out/report.html: open it in a browser');
if (!receipt.complete || receipt.file?.sha256 !== other.file?.sha256) process.exitCode = 1;
