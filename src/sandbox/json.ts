/** Parses JSON; returns `undefined`, which no JSON document stands for, if the string is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether arrays and objects are nested over a number of levels; far deeper ones can be parsed, but not written. */
export function isNestedOver(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isNestedOver(levels - 1, child));
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
 * Serializes a response body to JSON in UTF-8; an iterable property becomes an array.
 *
 * Its elements are serialized one by one: none of ten thousand rows is kept, and in one string of them, a single `€`
 * would double the memory of every character.
 */
export function jsonBytes(body: unknown): Uint8Array<ArrayBuffer> {
  const bytes = new GrowingBytes();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    bytes.add(JSON.stringify(body));
    return bytes.all();
  }
  let before = '{';
  for (const [key, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    bytes.add(`${before}${JSON.stringify(key)}:`);
    before = ',';
    if (isIterable(value)) addElements(bytes, value);
    else bytes.add(JSON.stringify(value));
  }
  bytes.add(before === '{' ? '{}' : '}');
  return bytes.all();
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function addElements(bytes: GrowingBytes, elements: Iterable<unknown>): void {
  let before = '[';
  for (const element of elements) {
    bytes.add(before);
    bytes.add(JSON.stringify(element));
    before = ',';
  }
  bytes.add(before === '[' ? '[]' : ']');
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
