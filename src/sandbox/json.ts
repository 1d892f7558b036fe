/** Parses JSON; returns `undefined`, which no JSON document stands for, if the string is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A JSON response; `body` is serialized. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return bytesResponse(status, jsonBytes(body), headers);
}

/** A response with the content type of JSON and exactly these bytes, valid or not. */
export function bytesResponse(
  status: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // Bytes would be copied.
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(bytes.byteLength) },
  });
}

/**
 * Serializes a value to JSON in UTF-8; an iterable in it becomes an array.
 *
 * The elements are serialized one by one: none of ten thousand rows is kept, and in one string of them, a single `€`
 * would double the memory of every character.
 */
export function jsonBytes(
  value: unknown,
  elementToJson: (element: unknown) => string = JSON.stringify,
): Uint8Array<ArrayBuffer> {
  const bytes = new GrowingBytes();
  addValue(bytes, value, elementToJson);
  return bytes.all();
}

/** Returns what serializes rows that are replaced, never changed: each once. */
export function createRowToJson(): (row: unknown) => string {
  const known = new WeakMap<WeakKey, string>();
  return (row) => {
    const json = known.get(row as WeakKey) ?? JSON.stringify(row); // all rows are objects
    known.set(row as WeakKey, json);
    return json;
  };
}

function addValue(bytes: GrowingBytes, value: unknown, elementToJson: (element: unknown) => string): void {
  if (typeof value !== 'object' || value === null) {
    bytes.add(JSON.stringify(value));
    return;
  }
  let separator = '';
  if (Symbol.iterator in value) {
    bytes.add('[');
    for (const element of value as Iterable<unknown>) {
      bytes.add(separator);
      bytes.add(elementToJson(element));
      separator = ',';
    }
    bytes.add(']');
    return;
  }
  bytes.add('{');
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    bytes.add(`${separator}${JSON.stringify(key)}:`);
    addValue(bytes, member, elementToJson);
    separator = ',';
  }
  bytes.add('}');
}

/** Text in UTF-8, added to its end. */
class GrowingBytes {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  add(text: string): void {
    // A unit of UTF-16 takes three bytes at most.
    const needed = this.#length + 3 * text.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }
}
