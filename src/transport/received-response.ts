import type { SentTokens } from './sent-tokens.ts';
import { keepBody } from './keep-body.ts';

const longestString = 1000;

/** A successful response whose body has been received and parsed; it passes through ky as any `Response` does. */
export class ReceivedResponse extends Response {
  readonly value: unknown;
  readonly #sent: () => SentTokens;

  constructor(status: number, value: unknown, sent: () => SentTokens) {
    super(null, { status });
    this.value = value;
    this.#sent = sent;
  }

  /** Returns a part of the value as an error may hold it: bounded, and without an echoed token. */
  redact(part: unknown): unknown {
    return keepBody(part, this.#sent());
  }

  /** Returns a string such as a field's path as an error may hold it, cut at `max` characters. */
  redactString(text: string, max: number = longestString): string {
    return this.#sent().redact(text, max);
  }
}
