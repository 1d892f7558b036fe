import { expect } from 'vitest';

/** Checks that each case a random test is about occurred more often than a bound: otherwise the test proves nothing. */
export function expectOccurrences<Case extends string>(
  seen: Readonly<Record<Case, number>>,
  bounds: Readonly<NoInfer<Record<Case, number>>>,
): void {
  const tooRare = Object.keys(seen).filter((name) => !(seen[name as Case] > bounds[name as Case])); // its own keys
  expect(tooRare, `seen: ${JSON.stringify(seen)}`).toEqual([]);
}
