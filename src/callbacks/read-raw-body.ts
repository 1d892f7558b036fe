import { CallbackError } from '../errors/index.ts';
import type { Deadline } from './deadline.ts';

const ignore = (): void => undefined;

/** The diagnosis of a body that something else has read before. */
export function alreadyParsed(): CallbackError {
  return new CallbackError(
    'body_already_parsed',
    'a body parser read the body first, and the signature can be verified only on its raw bytes. Mount the handler ' +
      'before the parser (Express: put this route above app.use(express.json())), or leave the raw bytes to it ' +
      '(Express: express.raw({ type: "*/*" }) on this route; NestJS: rawBody: true; Fastify: a content type parser ' +
      'that passes the payload on). See the guide on callbacks',
  );
}

/**
 * Reads a body's bytes to their end, and counts them on the way.
 *
 * @throws CallbackError when it is too large, breaks off, or was read before.
 */
export async function readRawBody(
  request: Request,
  maxBytes: number,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed || request.body?.locked) throw alreadyParsed();
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();

  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.race(() => reader.read(), incomplete);
      if (done) return Buffer.concat(chunks, bytes);
      bytes += value.byteLength;
      // So written, a chunk of no bytes at all (a text, say) is refused too.
      if (!(bytes <= maxBytes)) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof CallbackError ? error : incomplete();
  } finally {
    // The rest is of no use; a stream that has failed cannot be cancelled, and needs not.
    reader.cancel().catch(ignore);
  }
}

function tooLarge(maxBytes: number): CallbackError {
  return new CallbackError('body_too_large', `the body is larger than ${maxBytes} bytes (maxBodyBytes)`);
}

function incomplete(): CallbackError {
  return new CallbackError('body_incomplete', 'the body broke off, or was not there in time');
}
