import { escapeCharacter } from '../../client/errors/printable.ts';

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

// Control characters, line and paragraph separators, and what turns the direction of text: embeddings, overrides and
// isolates. The marks of direction (U+061C, U+200E, U+200F) only order what is beside them, and belong to names, sentences
// and amounts in Arabic and Hebrew.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a template as HTML, with every value escaped. Names and addresses are untrusted input: control characters,
 * also those that turn the direction of text, become visible escapes. Names stand in `<bdi>` if something is beside them.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.map((part, index) => unindent(part) + render(values[index] ?? '')).join(''));
}

/** Makes control characters of a text visible, for a page. */
function readable(text: string): string {
  return text.replace(invisible, escapeCharacter);
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
  return readable(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
