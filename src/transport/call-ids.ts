/** Returns a function that returns a new id for each call: a random part for the client, and a count. */
export function createCallIds(): () => string {
  let count = 0;
  let client: string | undefined;
  return () => {
    // Not before the first call: workerd has no random numbers while a module is loaded.
    client ??= crypto.randomUUID().slice(0, 8);
    count += 1;
    return `${client}-${count}`;
  };
}
