import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { transaction } from '../../../literals/transactions.ts';
import { type Output, runHere as runCommand } from '../../run-here.ts';

/** What a ledger row differs in from the sample. */
export interface Entry {
  readonly order: string | null;
  readonly amount: number;
  readonly currency?: string;
  readonly timestamp?: string;
  readonly net?: number;
}

/** The lines of a JSONL export. */
export function ledgerOf(entries: readonly Entry[]): string {
  const lines = entries.map(({ order, amount, currency = 'EUR', timestamp, net }, index) => {
    const sample = transaction(index);
    const details = { ...sample.transactionDetails, amount, currencyCode: currency };
    return JSON.stringify({
      ...sample,
      orderId: order,
      timestamp: timestamp ?? sample.timestamp,
      transactionDetails: { ...details, publisherNetAmountUsd: net ?? details.publisherNetAmountUsd },
    });
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Files to reconcile, in a folder that is removed when the test ends. */
export function createFiles(ledger: string, finance: string | Uint8Array, financeName = 'finance.csv') {
  const folder = mkdtempSync(join(tmpdir(), 'reconcile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('ledger.jsonl'), ledger);
  writeFileSync(file(financeName), finance);
  const columns = [
    ['--id-column', 'reference'],
    ['--amount-column', 'total'],
  ];
  const reconcile = (args: readonly string[], ledgerName = 'ledger.jsonl') =>
    runHere([file(ledgerName), '--against', file(financeName), ...args], `${folder}/`);
  return {
    file,
    read: (name: string): string => readFileSync(file(name), 'utf8'),
    /** Runs `reconcile` in this process. Its output names the files without their folder. */
    reconcile,
    /** The same with the columns `reference` and `total`, unless others are given. */
    run: (args: readonly string[] = [], ledgerName?: string) =>
      reconcile([...columns.filter(([flag = '']) => !args.includes(flag)).flat(), ...args], ledgerName),
  };
}

/** Runs `reconcile` in this process. */
function runHere(args: readonly string[], folder?: string): Promise<Output> {
  return runCommand(['reconcile', ...args], folder);
}
