import type { PricePoint, Transaction } from 'publisher-commerce';

/** A number that depends on every row added and on their order: cheap, so that it hardly counts in a measurement. */
export class Checksum {
  count = 0;
  value = 0x811c9dc5;

  addRow({ timestamp, transactionDetails: { id, amountUsd } }: Transaction): void {
    let hash = Math.imul(this.value ^ amountUsd, 0x01000193);
    // Few characters, of those that differ from row to row: the id's after its prefix, and the time's last one.
    hash = Math.imul(hash ^ id.charCodeAt(4) ^ (id.charCodeAt(5) << 8), 0x01000193);
    hash = Math.imul(
      hash ^ id.charCodeAt(8) ^ (id.charCodeAt(12) << 8) ^ (id.charCodeAt(20) << 16),
      0x01000193,
    );
    this.value = Math.imul(hash ^ timestamp.charCodeAt(22) ^ (timestamp.length << 8), 0x01000193) >>> 0;
    this.count += 1;
  }

  addRows(rows: readonly Transaction[]): void {
    for (const row of rows) this.addRow(row);
  }

  /** Responses of concurrent calls arrive in any order, so the order does not count here. */
  addPricePoint({ priceInUsdCents, priceByCountry }: PricePoint): void {
    let sum = priceInUsdCents;
    for (const { price, taxRate } of priceByCountry ?? []) sum += price * 100 + taxRate;
    this.value = (this.value + Math.round(sum)) >>> 0;
    this.count += 1;
  }
}
