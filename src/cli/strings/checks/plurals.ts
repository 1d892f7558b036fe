import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';

import { isLocale } from '../../../shared/locale.ts';

/** The numbers that a store counts. */
const numbers = Array.from({ length: 501 }, (_, number) => number);

/** Returns which forms of plurals a language does not have, or needs and lacks. */
export function pluralProblems(elements: readonly MessageFormatElement[], locale: string): readonly string[] {
  return isLocale(locale) ? [...problemsIn(elements, locale.replaceAll('_', '-'))] : [];
}

function* problemsIn(elements: readonly MessageFormatElement[], locale: string): Generator<string> {
  for (const element of elements) {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    const forms = Object.keys(element.options);
    if (element.type === TYPE.plural) {
      const rules = new Intl.PluralRules(locale, { type: element.pluralType ?? 'cardinal' });
      const has: readonly string[] = rules.resolvedOptions().pluralCategories;
      const needs = new Set(
        numbers.filter((number) => !forms.includes(`=${number}`)).map((number) => rules.select(number)),
      );
      const unknown = forms.filter((form) => !form.startsWith('=') && !has.includes(form));
      const lacks = [...needs].filter((form) => !forms.includes(form));
      const name = `the plural of {${element.value}}`;
      if (unknown.length > 0) yield `has ${unknown.join(', ')} in ${name}, which ${locale} does not have`;
      if (lacks.length > 0) yield `lacks ${lacks.join(', ')} in ${name}, which ${locale} needs`;
    }
    for (const { value } of Object.values(element.options)) yield* problemsIn(value, locale);
  }
}
