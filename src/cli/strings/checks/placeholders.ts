import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** What a program replaces in a string. */
interface Placeholders {
  /** Named ones, of which each may occur any number of times: `{name}`, `{count} as a plural`. */
  readonly named: ReadonlySet<string>;
  /** Those of printf, in their order. */
  readonly printf: readonly string[];
  /** The parts of an ICU message. */
  readonly elements?: readonly MessageFormatElement[] | undefined;
  /** What is wrong with it as an ICU message. */
  readonly problem?: string | undefined;
}

const doubled = /\{\{\s*[\w.#/^-]+\s*\}\}/g;
const single = /\{\s*[\w.-]+\s*\}/g;
/** Not what follows a digit, as in `100%ig`. A space is no flag, because of `100 % de`. */
const printf = /(?<!\d)%(?:\d+\$)?[-+0#]*(?:[1-9]\d*)?(?:\.\d+)?(?:hh?|ll?|[Lzjt])?[diouxXeEfgGaAcsp@]/g;
/** Those of Python, which have a name: their order is free. */
const namedPrintf = /%\(\w+\)[a-z]/g;
/** `<b>`, `<0>`, `<1/>`, `<RichText.Bold>`, `<a href="…">`. */
export const angleTag = /<(\/?)(\d+|[A-Za-z][\w.:-]*)((?:[\s=][^<>]*|\/)?)>/g;
/** A string of i18next that is put into another one. */
const nested = /\$t\([^()]*\)/g;

/** Returns a string without what is no language in it. */
export function withoutPlaceholders(value: string): string {
  return [angleTag, doubled, single, nested, namedPrintf, printf].reduce(
    (rest, pattern) => rest.replaceAll(pattern, ' '),
    value,
  );
}

/** Whether a string is an ICU message with formats, such as plurals; without them, brackets and apostrophes may mean anything. */
export function isMessage(value: string): boolean {
  return /\{\s*[\w.-]+\s*,/.test(value);
}

/** Finds the placeholders of a string; as an ICU message if its source is one. */
export function placeholdersOf(value: string, asMessage: boolean): Placeholders {
  const others = { printf: value.replaceAll('%%', '').match(printf) ?? [] };
  const inBrackets = value.match(doubled) ?? [];
  if (!asMessage || inBrackets.length > 0) {
    const rest = value.replaceAll(doubled, '');
    const names = [single, nested, namedPrintf].flatMap((pattern) => rest.match(pattern) ?? []);
    return { named: new Set([...inBrackets, ...names]), ...others };
  }
  try {
    const elements = parse(value, { ignoreTag: true, shouldParseSkeletons: false });
    return { named: new Set(argumentsOf(elements)), ...others, elements };
  } catch (error) {
    const problem = error instanceof Error ? error.message.toLowerCase().replaceAll('_', ' ') : '';
    return { named: new Set(), ...others, problem };
  }
}

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Names arguments with what they select by: the forms of a plural differ from language to language, other words must not. */
function* argumentsOf(elements: readonly MessageFormatElement[]): Generator<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type !== TYPE.select && element.type !== TYPE.plural) {
      yield `{${element.value}}`;
      continue;
    }
    const forms = Object.keys(element.options);
    const isPlural = element.type === TYPE.plural;
    const fixed = forms.filter((form) => !isPlural || !(pluralForms.includes(form) || form.startsWith('=')));
    const kind = isPlural ? 'plural' : 'select';
    yield `{${element.value}, ${[kind, ...fixed.sort()].join(' ')}}`;
    for (const { value } of Object.values(element.options)) yield* argumentsOf(value);
  }
}
