import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Name of the hidden field that carries a form's token. */
export const formTokenField = 'formToken';

/**
 * Tokens that only the sandbox's own pages know: pages of other origins can send a form here, but cannot read one. They
 * are needed for browsers that do not tell where a form comes from, and are valid until the sandbox ends.
 */
export class FormTokens {
  readonly #key = randomBytes(32);

  /** The token of a form, which is identified by its page, or by what it does. */
  of(form: string): string {
    return this.#digest(form).toString('base64url');
  }

  /** Whether a received token is that of the form. */
  matches(form: string, received: string | null): boolean {
    const bytes = Buffer.from(received ?? '', 'base64url');
    const expected = this.#digest(form);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  }

  #digest(form: string): Buffer {
    return createHmac('sha256', this.#key).update(form).digest();
  }
}
