/**
 * Yields chunks, joined until they are as long as what is left of those before. What is left is read again with each, and so in
 * proportion to its length.
 *
 * @param left Returns the length of what is left
 */
export async function* joinChunks<Chunk extends { readonly length: number }>(
  chunks: AsyncIterable<Chunk>,
  join: (chunks: readonly Chunk[]) => Chunk,
  left: () => number,
): AsyncGenerator<Chunk, void, undefined> {
  let [waiting, length]: [Chunk[], number] = [[], 0];
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < left()) continue;
    yield join(waiting);
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield join(waiting);
}
