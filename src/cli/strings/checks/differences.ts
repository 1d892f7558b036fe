/** Says what a list lacks, and what it has besides. */
export function differences(own: readonly string[], source: readonly string[]): readonly string[] {
  const [lost, added] = [without(source, own), without(own, source)].map((list) => list.join(' '));
  if (lost && added) return [`has ${added} instead of ${lost}`];
  return [...(lost ? [`lacks ${lost}`] : []), ...(added ? [`has ${added}, and the source does not`] : [])];
}

function without(list: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map([...Map.groupBy(others, (one) => one)].map(([one, same]) => [one, same.length]));
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
