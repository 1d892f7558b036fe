import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { formatAmount } from '../../../client/money/index.ts';
import { type CheckoutKey, checkoutKeys, checkoutStrings } from '../../seed/checkout-strings.ts';
import { firstNonBlank } from '../../store/session.ts';
import type { Store } from '../../store/store.ts';
import { keyOf } from '../../store/tables.ts';

type Values = Readonly<Record<string, Content>>;

const english = 'en';

/**
 * The strings of a session's pages: the translations of the state into its locale; where they are missing, English.
 * Amounts, numbers and dates are always in the format of the locale.
 */
export class PageStrings {
  /** Language of the page: the session's, or English if none of its strings is translated. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly #store: Store;
  readonly #locale: string;
  readonly #format: string;

  constructor(store: Store, locale = english) {
    this.#store = store;
    this.#locale = locale;
    const tag = languageTag(locale);
    this.#format = formatTag(tag);
    const isTranslated = checkoutKeys.some((key) => this.#translation(key) !== undefined);
    this.lang = isTranslated ? tag : english;
    this.dir = directionOf(this.lang);
  }

  /** A string of the page, with its values filled in; marked as English if it is not in the page's language. */
  get(key: CheckoutKey, values: Values = {}): Content {
    const translated = this.#translation(key);
    if (translated !== undefined) return fill(translated, values);
    const filled = fill(this.#english(key), values);
    return this.lang === english ? filled : html`<span lang="en" dir="ltr">${filled}</span>`;
  }

  /** A string without values, as plain text. */
  title(key: CheckoutKey): string {
    return this.#translation(key) ?? this.#english(key);
  }

  /** The name of a product or an offer design in the session's locale; `undefined` if it is not translated. */
  name(type: string, externalId: string, field: string): string | undefined {
    const key = keyOf.dynamicTranslations({ type, externalId, field, locale: this.#locale });
    return firstNonBlank(this.#store.get('dynamicTranslations', key)?.value ?? undefined);
  }

  /** An amount in the smallest unit of its currency. */
  amount(minorUnits: number, currencyCode: string): Markup {
    const shown = formatAmount(minorUnits, currencyCode, { locale: this.#format });
    return html`<bdi><data value="${minorUnits}">${shown}</data></bdi>`;
  }

  /** A number, with all its decimals. */
  number(value: number): string {
    return new Intl.NumberFormat(this.#format, { maximumFractionDigits: 20 }).format(value);
  }

  /** A rate in hundredths of a percent. */
  rate(basisPoints: number): string {
    const options = { style: 'percent', maximumFractionDigits: 2 } as const;
    return new Intl.NumberFormat(this.#format, options).format(basisPoints / 10_000);
  }

  /** A time in UTC. @param time ISO 8601 */
  time(time: string): Markup {
    const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    const shown = new Intl.DateTimeFormat(this.#format, options).format(new Date(time));
    return html`<time datetime="${time}">${shown} UTC</time>`;
  }

  country(code: string): string {
    return new Intl.DisplayNames([this.lang, english], { type: 'region' }).of(code) ?? code;
  }

  #english(key: CheckoutKey): string {
    return this.#translation(key, english) ?? checkoutStrings[key][0];
  }

  #translation(key: CheckoutKey, locale = this.#locale): string | undefined {
    return firstNonBlank(
      this.#store.get('staticTranslations', keyOf.staticTranslations({ key, locale }))?.value ?? undefined,
    );
  }
}

/** Replaces each name in braces by its value. An amount is shown even if a translation leaves it out. */
function fill(text: string, values: Values): Content {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
  const { amount } = values;
  return amount === undefined || text.includes('{amount}') ? parts : [...parts, ' ', amount];
}

/** Scripts that are written from right to left, by their ISO 15924 codes. */
const rightToLeft = /^(Adlm|Arab|Hebr|Mand|Mend|Nkoo|Rohg|Samr|Syrc|Thaa)$/;

/** The BCP 47 language tag of a locale code, which may be written with an underscore; English if it is not one. */
export function languageTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** The language to format amounts and dates in. Without it, what `Intl` does not know depends on the machine. */
export function formatTag(tag: string): string {
  return Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? 'en';
}

/** Direction of writing of a language. Not read from `Intl`, since not every runtime has it. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
}
