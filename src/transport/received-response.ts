import { keepBody } from './keep-body.ts';
import type { SentTokens } from './sent-tokens.ts';

const maxStringLength = 1000;

/** A successful response with a parsed body; ky passes it through like any `Response`. */
export class ReceivedResponse extends Response {
  readonly value: unknown;
  readonly #sent: () => SentTokens;

  constructor(status: number, value: unknown, sent: () => SentTokens) {
    super(null, { status });
    this.value = value;
    this.#sent = sent;
  }

  /** Returns a part of the value for use in an error: limited in size, with the token redacted. */
  redact(part: unknown): unknown {
    return keepBody(part, this.#sent());
  }

  /** Returns a string for use in an error: cut at `max` characters, with the token redacted. */
  redactString(text: string, max: number = maxStringLength): string {
    return this.#sent().redact(text, max);
  }
}
