import { listPricePoints, type PriceByCountry, type PricePoint } from '../../../src/contract/price-points.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { accepted, type Answer, ask, only } from '../ask.ts';

export const path = '/v1/price-points';

/** A sandbox whose clock stands still until it is moved. */
export function sandboxAt(start: string): { sandbox: Sandbox; moveTo: (time: string) => void } {
  let time = new Date(start);
  const sandbox = createSandbox({ now: () => time });
  return { sandbox, moveTo: (next) => void (time = new Date(next)) };
}

/** Asks for a new price point. */
export async function create(sandbox: Sandbox, body: unknown): Promise<Answer> {
  return ask(sandbox, 'POST', path, { body });
}

/** The prices of all price points. */
export async function listed(sandbox: Sandbox): Promise<number[]> {
  const { pricePoints } = accepted(listPricePoints, await ask(sandbox, 'GET', path));
  return pricePoints.map(({ priceInUsdCents }) => priceInUsdCents);
}

/** The price of one country, which must be there once. */
export function country({ priceByCountry }: PricePoint, code: string): PriceByCountry {
  return only(priceByCountry, ({ countryCode2 }) => countryCode2 === code);
}
