import type { PricePoint } from '../api/price-points.ts';
import { ConflictError, type ErrorContext } from '../errors/index.ts';
import { nameErrorClass } from '../errors/publisher-error.ts';

/**
 * `pricePoints.ensure` found a price point that is not what was asked for; nothing was overwritten.
 *
 * The client compared them, so no response has its `reason`: `status` is always 409, and `body` what was read.
 */
export class PricePointDiffersError extends ConflictError {
  declare readonly reason: 'price_point_differs';

  constructor(message: string, pricePoint: unknown, context: ErrorContext) {
    super(message, {
      ...context,
      status: 409,
      reason: 'price_point_differs',
      details: { family: 'unknown' },
      body: pricePoint,
    });
  }

  /** The price point that was read, with the token redacted; over 64 KiB of JSON, without `priceByCountry`. */
  get pricePoint(): PricePoint {
    // It was validated when it was read.
    return this.body as PricePoint;
  }
}
nameErrorClass(PricePointDiffersError, 'PricePointDiffersError');
