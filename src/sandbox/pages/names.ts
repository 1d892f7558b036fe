import type { StoredSession } from '../state/tables.ts';

/** The first of the candidates that shows something: white space and invisible characters alone do not. */
export function firstNonBlank(...candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((candidate) => candidate !== undefined && /[^\s\p{Cf}]/u.test(candidate));
}

/** The name of the offer of a session; the id of its purchase if it has none. */
export function offerNameOf({ request: { offer }, purchaseId }: StoredSession): string {
  return firstNonBlank(offer.displayName, offer.name, offer.sku) ?? purchaseId;
}
