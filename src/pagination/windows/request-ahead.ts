/** Iterates over items and requests the next `count` of them ahead of time. */
export async function* requestAhead<T>(
  items: AsyncIterator<T, void>,
  count: number,
): AsyncGenerator<T, void, undefined> {
  const requested: Promise<IteratorResult<T, void>>[] = [];
  for (;;) {
    while (requested.length < count) requested.push(withoutUnhandledRejection(items.next()));
    const item = await requested.shift();
    if (!item || item.done) return;
    yield item.value;
  }
}

/** Iterates over the items of a generator whose first item has already been requested. */
export function continued<T>(
  first: Promise<IteratorResult<T, void>>,
  items: AsyncGenerator<T, void, undefined>,
): AsyncIterable<T> {
  // Removed from the array when delivered, so that the first item can be freed.
  const requested = [withoutUnhandledRejection(first)];
  return { [Symbol.asyncIterator]: () => ({ next: () => requested.pop() ?? items.next() }) };
}

/** Marks a promise as handled: it may be awaited later or not at all. */
export function withoutUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
