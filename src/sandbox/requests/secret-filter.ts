import { TokenRedactor } from '../../client/errors/token-redactor.ts';

/** Headers or parameters. */
export type Fields = readonly (readonly [name: string, value: string])[];

const hidden = '[hidden]';
/** Part of a name whose values are secrets; the token of a checkout session is its id. */
const secret = '(?:(?<!checkoutsession)token|secret|password|authorization|cookie|api[-_]?key)';
const secretName = new RegExp(secret, 'i');
/** A member of JSON; its value may be cut. Repetitions are bounded: a text may repeat what they begin with. */
const secretMember = new RegExp(
  String.raw`(${secret}[\w-]{0,40}"\s{0,9}:\s{0,9}")[^"\\]*(?:\\.[^"\\]*)*`,
  'gis',
);
/** A parameter of an address or of a form. */
const secretParameter = new RegExp(
  String.raw`((?:^|[&?;])[^=&?;\s"]{0,40}${secret}[^=&?;\s"]{0,40}=)[^&;\s"]*`,
  'gi',
);
/**
 * Hides secrets in what was sent: values with a name such as `token`, and wherever they are, those values and the secrets of
 * the sandbox, in any usual encoding. A request may have the token of the real service, by mistake.
 */
export class SecretFilter {
  readonly #own: readonly string[];
  readonly #redactor: TokenRedactor;

  constructor(own: readonly string[], received: readonly string[] = []) {
    this.#own = own;
    this.#redactor = new TokenRedactor();
    for (const one of [...received, ...own]) this.#redactor.remember(one);
  }

  /** The filter that also hides the secrets of a request. */
  withSecretsOf(fields: Fields): SecretFilter {
    const received = fields
      .filter(([name]) => secretName.test(name))
      .flatMap(([, value]) => [value, ...value.split(/[\s,;]+/)])
      .filter((value) => !this.#own.includes(value));
    return received.length === 0 ? this : new SecretFilter(this.#own, received);
  }

  hideFields(fields: Fields): Fields {
    return fields.map(([name, value]) => [
      this.hide(name),
      secretName.test(name) ? hidden : this.hide(value),
    ]);
  }

  /** Hides the secrets of a text. */
  hide(text: string): string {
    const redacted = this.#redactor.redact(text);
    if (!secretName.test(redacted)) return redacted;
    return [secretMember, secretParameter].reduce(
      (shown, pattern) => shown.replace(pattern, `$1${hidden}`),
      redacted,
    );
  }
}
