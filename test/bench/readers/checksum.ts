import type { PricePoint, Transaction } from 'publisher-commerce';

/** A number that depends on every row and on their order: cheap, so that it hardly counts in a measurement. */
export class Checksum {
  count = 0;
  value = 0;

  addRow({ timestamp, transactionDetails: { id, amountUsd } }: Transaction): void {
    const row = amountUsd ^ (id.charCodeAt(19) << 16) ^ (id.charCodeAt(18) << 20) ^ timestamp.charCodeAt(17);
    this.value = (Math.imul(this.value, 31) + row) >>> 0;
    this.count += 1;
  }

  addRows(rows: readonly Transaction[]): void {
    for (const row of rows) this.addRow(row);
  }

  /** Adds the rows that another one has seen, after its own. */
  addAll({ count, value }: Checksum): void {
    let shift = 1;
    for (let row = 0; row < count; row += 1) shift = Math.imul(shift, 31);
    this.value = (Math.imul(this.value, shift) + value) >>> 0;
    this.count += count;
  }

  /** Responses of concurrent calls arrive in any order, so the order does not count here. */
  addPricePoint({ priceInUsdCents, priceByCountry }: PricePoint): void {
    let sum = priceInUsdCents;
    for (const { price } of priceByCountry ?? []) sum += price * 100;
    this.value = (this.value + Math.round(sum)) >>> 0;
    this.count += 1;
  }
}
