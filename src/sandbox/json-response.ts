/** An answer of JSON bytes, whole or spoilt. */
export function jsonResponse(
  status: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(bytes, {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(bytes.byteLength) },
  });
}
