import { listPricePoints, type PriceByCountry, type PricePoint } from '../../../src/api/price-points.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { accepted, type Received, send, only } from '../send.ts';

export const path = '/v1/price-points';

/** Creates a sandbox whose clock only moves with `moveTo`. */
export function sandboxAt(start: string): { sandbox: Sandbox; moveTo: (time: string) => void } {
  let time = new Date(start);
  const sandbox = createSandbox({ now: () => time });
  return { sandbox, moveTo: (next) => void (time = new Date(next)) };
}

/** Creates a price point. */
export async function create(sandbox: Sandbox, body: unknown): Promise<Received> {
  return send(sandbox, 'POST', path, { body });
}

/** Returns the prices of all price points. */
export async function listed(sandbox: Sandbox): Promise<number[]> {
  const { pricePoints } = accepted(listPricePoints, await send(sandbox, 'GET', path));
  return pricePoints.map(({ priceInUsdCents }) => priceInUsdCents);
}

/** Returns the price of a country, which must occur exactly once. */
export function country({ priceByCountry }: PricePoint, code: string): PriceByCountry {
  return only(priceByCountry, ({ countryCode2 }) => countryCode2 === code);
}
