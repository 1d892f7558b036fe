import { printable } from '../errors/printable.ts';
import type { SentTokens } from './sent-tokens.ts';

/** What a response says about itself, for errors and events. */
export interface ResponseMetadata {
  readonly headers: Headers;
  readonly requestId: string | undefined;
}

/** The usual names of a request id, most specific first; the specification names none (§7). */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'cf-ray',
];

const maxIdLength = 200;
const maxValueLength = 4096;

/** Returns headers and request id without tokens and cookies; the headers are copied when they are read first. */
export function responseMetadata(received: Headers, sent: () => SentTokens): ResponseMetadata {
  const name = requestIdHeaders.find((candidate) => received.get(candidate));
  const id = name && received.get(name);
  let headers: Headers | undefined;
  return {
    requestId: id ? printable(sent().redact(id, maxIdLength)) : undefined,
    get headers() {
      return (headers ??= redacted(received, sent()));
    },
  };
}

function redacted(received: Headers, sent: SentTokens): Headers {
  const headers = new Headers();
  for (const [name, value] of received) {
    // A cookie may be a session of a gateway, and a name cannot be redacted.
    if (name === 'set-cookie' || sent.isIn(name)) continue;
    // Cut by hand: an ellipsis is no valid character of a header.
    headers.append(name, sent.redact(value).slice(0, maxValueLength));
  }
  return headers;
}
