/** Adds integers of any size. Returns a number if it is exact, so that equal sums are equal by `===`. */
export function addExactly(sum: number | bigint, amount: number | bigint): number | bigint {
  if (typeof sum === 'number' && typeof amount === 'number') {
    const added = sum + amount;
    if (Number.isSafeInteger(added)) return added;
  }
  const exact = BigInt(sum) + BigInt(amount);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}
