/** An answer whose body ends after its first half: the stream fails, as when a connection breaks. */
export function cutBody(status: number, bytes: Uint8Array<ArrayBuffer>): Response {
  return halfBody(status, bytes, () => Promise.reject(brokenConnection()));
}

/** An answer of whose body nothing comes after its first half, until the caller leaves. */
export function stalledBody(status: number, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Response {
  return halfBody(status, bytes, async () => {
    await departure(signal);
    throw signal.reason;
  });
}

/** Resolves when the caller leaves. */
export async function departure(signal: AbortSignal): Promise<void> {
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
    // The half must have been taken before the stream fails, which forgets what it still holds.
    { highWaterMark: 0 },
  );
  // The length tells that there is more to come, to whoever counts.
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Response(body, { status, headers });
}

/** The form that Node's own fetch gives to a connection which breaks in the middle of a body. */
function brokenConnection(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('terminated', { cause });
}

/** The form that Node's own fetch gives to a connection which is reset before an answer. */
export function resetConnection(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  return new TypeError('fetch failed', { cause });
}
