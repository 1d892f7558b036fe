/** The version in package.json; a test compares them. Not read from that file: bundles and workers have none. */
export const packageVersion = '0.1.0';

/** Returns Node's `process`, which Deno and Bun have too; workers have none, or only its `env`. */
export function nodeProcess(): Partial<NodeJS.Process> {
  const found = (globalThis as { readonly process?: Partial<NodeJS.Process> }).process;
  // In Next's edge routes all functions exist, and throw when they are called; but there are no versions.
  return found?.versions ? found : { env: found?.env ?? {} };
}

/**
 * Whether this is a web page or one of its workers. A process of Node with a simulated page, as jsdom makes for tests, is
 * none: it keeps a secret.
 */
export function isBrowser(): boolean {
  const { document, importScripts, location } = globalThis as Readonly<Record<string, unknown>>;
  // A Cloudflare worker may have `importScripts`, but is at no location.
  const isPart = document !== undefined || (importScripts !== undefined && location !== undefined);
  return isPart && !nodeProcess().versions?.node;
}

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8 without its byte-order mark; returns `undefined` if it is invalid. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export function byteLength(text: string): number {
  return encoder.encode(text).byteLength;
}

/** Joins chunks whose lengths add up to `bytes`. */
export function concat(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}
