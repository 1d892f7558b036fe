/** A response whose body fails after its first half, as when a connection breaks. */
export function cutBody(status: number, bytes: Uint8Array<ArrayBuffer>): Response {
  return halfBody(status, bytes, () => Promise.reject(brokenConnection()));
}

/** A response whose body stalls after its first half, until the caller aborts. */
export function stalledBody(status: number, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Response {
  return halfBody(status, bytes, async () => {
    await abortOf(signal);
    throw signal.reason;
  });
}

/** Resolves when the signal aborts. */
export async function abortOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

function halfBody(status: number, bytes: Uint8Array<ArrayBuffer>, rest: () => Promise<void>): Response {
  let half: Uint8Array | undefined = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!half) return rest();
        controller.enqueue(half);
        half = undefined;
        return undefined;
      },
    },
    // No queue: a stream that fails discards what it has queued, and the half must be read first.
    { highWaterMark: 0 },
  );
  // The length of the whole body lets clients notice that a part is missing.
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Response(body, { status, headers });
}

/** The error of Node's own `fetch` for a connection that breaks in the middle of a body. */
function brokenConnection(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('terminated', { cause });
}

/** The error of Node's own `fetch` for a connection that is reset before a response. */
export function resetConnection(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  return new TypeError('fetch failed', { cause });
}
