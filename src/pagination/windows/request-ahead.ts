/** The items of an iterator, of which the next `count` are asked for before they are needed. */
export async function* requestAhead<T>(
  items: AsyncIterator<T, void>,
  count: number,
): AsyncGenerator<T, void, undefined> {
  const asked: Promise<IteratorResult<T, void>>[] = [];
  for (;;) {
    while (asked.length < count) asked.push(withoutUnhandledRejection(items.next()));
    const item = await asked.shift();
    if (!item || item.done) return;
    yield item.value;
  }
}

/** The items of a generator whose first was asked for already. */
export function continued<T>(
  first: Promise<IteratorResult<T, void>>,
  items: AsyncGenerator<T, void, undefined>,
): AsyncIterable<T> {
  // Taken out of the array, so that the first item is not held while the later ones are worked on.
  const asked = [withoutUnhandledRejection(first)];
  return { [Symbol.asyncIterator]: () => ({ next: () => asked.pop() ?? items.next() }) };
}

/** Its failure is heard by whoever awaits it later, or by nobody. */
export function withoutUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
