import { printable } from '../errors/printable.ts';

/** HTML that needs no escaping. */
export class Markup {
  readonly html: string;

  constructor(trusted: string) {
    this.html = trusted;
  }
}

/** What a template accepts. */
export type Content = string | number | Markup | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Returns a template as HTML, with every value escaped. Names and addresses are untrusted input: control characters,
 * also those that turn the direction of text, become visible escapes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.map((part, index) => unindent(part) + render(values[index] ?? '')).join(''));
}

/**
 * Escapes markup only. For strings of `Intl`, whose marks of direction belong there: in Hebrew and Arabic they keep the
 * sign and the currency of an amount on its side.
 */
export function formatted(text: string): Markup {
  return new Markup(escapeMarkup(text));
}

/** The indentation of the source would make up a third of the page. */
function unindent(part: string): string {
  return part.replace(/\s*\n\s*/g, '\n');
}

function render(value: Content): string {
  if (value instanceof Markup) return value.html;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map(render).join('');
}

function escape(text: string): string {
  return escapeMarkup(printable(text));
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
