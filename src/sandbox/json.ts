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
  return new Response(bytes, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(bytes.byteLength) },
  });
}

/**
 * Serializes a response body to JSON in UTF-8.
 *
 * Array elements of an object's properties are serialized one by one: in one string of ten thousand rows, a single
 * `€` doubles the memory of every character, which costs a third more time for the page.
 */
export function jsonBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return encode(body);
  const members = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]: [string, unknown]) => [encode(key), colon, ...encodeMember(value)]);
  return Buffer.concat([openBrace, ...separate(members), closeBrace]);
}

const [openBrace, closeBrace] = [Buffer.from('{'), Buffer.from('}')];
const [openBracket, closeBracket] = [Buffer.from('['), Buffer.from(']')];
const [colon, comma] = [Buffer.from(':'), Buffer.from(',')];

function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return Buffer.from(JSON.stringify(value));
}

function encodeMember(value: unknown): Uint8Array[] {
  if (!Array.isArray(value)) return [encode(value)];
  return [openBracket, ...separate(value.map((element: unknown) => [encode(element)])), closeBracket];
}

function separate(groups: readonly (readonly Uint8Array[])[]): Uint8Array[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [comma, ...group]));
}
