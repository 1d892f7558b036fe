import { statSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import type { Receipt, ReceiptFile } from '../../ledger/index.ts';
import { UnreadableFileError } from '../read/stored-row.ts';
import { compareRows } from './compare-file.ts';
import type { FileDifference } from './difference.ts';

interface Task {
  readonly task: typeof taskName;
  readonly path: string;
  readonly receipt: Receipt;
  readonly format: ReceiptFile['format'];
}

type Result = { readonly differences: readonly FileDifference[] } | { readonly reason: string };

const taskName = 'compare a ledger file';

/** Time to read a file, in ms, and the same for each of its bytes: about fifty times what it takes. */
const timeLimit = { file: 10_000, byte: 0.001 };

/**
 * Does what {@link compareRows} does in a thread that is stopped if it does not end.
 *
 * @throws UnreadableFileError
 */
export async function compareUntrusted(
  path: string,
  receipt: Receipt,
  format: ReceiptFile['format'],
): Promise<readonly FileDifference[]> {
  const limit = timeLimit.file + timeLimit.byte * statSync(path).size;
  const task: Task = { task: taskName, path, receipt, format };
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  const ended = Promise.withResolvers<Result>();
  const timer = setTimeout(() => ended.resolve({ reason: 'reading it did not end' }), limit);
  worker.once('message', ended.resolve);
  worker.once('error', (error: Error) => ended.resolve({ reason: error.message }));
  try {
    const result = await ended.promise;
    if ('differences' in result) return result.differences;
    throw new UnreadableFileError(result.reason);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

async function runTask({ path, receipt, format }: Task): Promise<Result> {
  try {
    return { differences: await compareRows(path, receipt, format) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

// This module is the program of its own thread; other threads may load it too.
if (!isMainThread && (workerData as Partial<Task> | null)?.task === taskName) {
  // Checked in the line before.
  void runTask(workerData as Task).then((result) => parentPort?.postMessage(result));
}
