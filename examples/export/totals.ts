import Table from 'cli-table3';
import { toMajorUnits, type Transaction } from 'publisher-commerce';

/** Sums of one currency and type: local amounts in that currency's smallest unit, the others in US cents. */
export interface Sums {
  count: bigint;
  gross: bigint;
  tax: bigint;
  grossUsd: bigint;
  taxUsd: bigint;
  feesUsd: bigint;
  netUsd: bigint;
}

/** The sums as JSON, by `currency type`; integers as strings, because they may exceed what a double holds. */
export type SavedTotals = Readonly<Record<string, Readonly<Record<keyof Sums, string>>>>;

const nothing: Sums = { count: 0n, gross: 0n, tax: 0n, grossUsd: 0n, taxUsd: 0n, feesUsd: 0n, netUsd: 0n };

/** Sums by currency and type of transaction. */
export class Totals {
  readonly #groups = new Map<string, Sums>();

  constructor(saved: SavedTotals = {}) {
    for (const [group, sums] of Object.entries(saved)) {
      const entries = Object.entries(sums).map(([name, sum]) => [name, BigInt(sum)]);
      this.#groups.set(group, { ...nothing, ...(Object.fromEntries(entries) as Partial<Sums>) });
    }
  }

  get groups(): ReadonlyMap<string, Readonly<Sums>> {
    return this.#groups;
  }

  add({ transactionDetails: details }: Transaction): void {
    const group = `${details.currencyCode} ${details.type}`;
    const sums = this.#groups.get(group) ?? { ...nothing };
    this.#groups.set(group, sums);
    sums.count += 1n;
    sums.gross += BigInt(details.amount);
    sums.tax += BigInt(details.totalTaxAmount);
    sums.grossUsd += BigInt(details.amountUsd);
    sums.taxUsd += BigInt(details.totalTaxAmountUsd);
    sums.feesUsd += BigInt(details.transactionFeeUsd);
    sums.feesUsd += BigInt(details.currencyExchangeCostUsd);
    sums.feesUsd += BigInt(details.chargebackFeeUsd);
    sums.netUsd += BigInt(details.publisherNetAmountUsd);
  }

  toJSON(): SavedTotals {
    return Object.fromEntries(
      [...this.#groups].map(([group, sums]) => [
        group,
        Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)])) as Record<
          keyof Sums,
          string
        >,
      ]),
    );
  }

  /** A row for each currency and type, and one for all of them in US dollars. */
  table(): string {
    const table = new Table({
      head: ['Currency', 'Type', 'Count', 'Gross', 'Tax', 'Gross USD', 'Tax USD', 'Fees USD', 'Net USD'],
      colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
      style: { head: [], border: [], compact: true },
    });
    const all = { ...nothing };
    for (const [group, sums] of [...this.#groups].sort(([a], [b]) => a.localeCompare(b))) {
      const [currency = '', type = ''] = group.split(' ');
      table.push([
        currency,
        type,
        String(sums.count),
        inMajorUnits(sums.gross, currency),
        inMajorUnits(sums.tax, currency),
        ...usd(sums),
      ]);
      for (const name of Object.keys(all) as (keyof Sums)[]) all[name] += sums[name];
    }
    table.push(['all', 'in USD', String(all.count), '', '', ...usd(all)]);
    return table.toString();
  }
}

function usd({ grossUsd, taxUsd, feesUsd, netUsd }: Sums): string[] {
  return [grossUsd, taxUsd, feesUsd, netUsd].map((sum) => inMajorUnits(sum, 'USD'));
}

function inMajorUnits(sum: bigint, currency: string): string {
  return toMajorUnits(Number(sum), currency);
}
