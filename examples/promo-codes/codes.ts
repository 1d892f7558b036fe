import { createHmac } from 'node:crypto';

import type { PromoCodeCreate } from 'publisher-commerce';

import { readCsv } from '../support/read-csv.ts';

/** Reads codes from a CSV; the client rejects a value that is not an integer, with its reason. */
export function readCodes(path: string): PromoCodeCreate[] {
  return readCsv(path).map(({ name = '', maxRedemptions = '', active }) => ({
    name,
    maxRedemptions: maxRedemptions === '' ? NaN : Number(maxRedemptions),
    active: active === 'true',
  }));
}

/** Without 0, O, 1 and I, which are easily confused. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Returns codes for one redemption each. The secret makes them hard to guess and the same in every run, so that a run
 * after an interrupted one creates the rest of them and no others.
 */
export function generateCodes(count: number, prefix: string, secret: string): PromoCodeCreate[] {
  return Array.from({ length: count }, (_, index) => {
    const digest = createHmac('sha256', secret).update(`${prefix} ${index}`).digest().subarray(0, 10);
    const ending = Array.from(digest, (byte) => letters[byte % letters.length]).join('');
    return { name: `${prefix}${ending}`, maxRedemptions: 1, active: true };
  });
}
