import {
  type DynamicTranslationInput,
  type StaticTranslationInput,
  type TranslationSetInput,
  translationSetInputSchema,
} from '../api/translations.ts';
import { checkInput, toInputIssues } from '../api/input-object.ts';
import type { Issue } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { byteLength } from '../runtime/runtime.ts';

/** Maximum JSON size of a request, in bytes. 100 KB may mean 100 000 or 102 400 bytes; this is the smaller. */
const maxPartBytes = 100_000;

/** Splits translations into parts that each fit one request, in order; without translations, into one empty part. */
export function splitTranslations(
  input: TranslationSetInput,
  unknownFields?: CallOptions['unknownFields'],
): { readonly parts: readonly TranslationSetInput[]; readonly issues: readonly Issue[] } {
  const checked = checkInput<TranslationSetInput>(translationSetInputSchema, input, unknownFields);
  if ('issues' in checked) return { parts: [], issues: toInputIssues(checked.issues, 'input') };

  // Others than these two exist only with `unknownFields: 'send'`; every part has them.
  const { staticTranslations = [], dynamicTranslations = [], ...others } = checked.value;
  const lists = { staticTranslations, dynamicTranslations };
  const newPart = (): Part => ({ ...others, staticTranslations: [], dynamicTranslations: [] });
  const emptyBytes = byteLength(JSON.stringify(newPart()));
  const issues: Issue[] = [];
  let part = newPart();
  const parts = [part];
  let partBytes = emptyBytes;
  for (const list of ['staticTranslations', 'dynamicTranslations'] as const) {
    for (const [index, translation] of lists[list].entries()) {
      const bytes = byteLength(JSON.stringify(translation)) + 1; // plus a comma
      if (emptyBytes + bytes > maxPartBytes) {
        const message = `is ${bytes} bytes of JSON; the limit for a request is ${maxPartBytes} bytes`;
        issues.push({ path: `${list}[${index}]`, message });
        continue;
      }
      if (partBytes + bytes > maxPartBytes) {
        part = newPart();
        parts.push(part);
        partBytes = emptyBytes;
      }
      const translations: object[] = part[list];
      translations.push(translation);
      partBytes += bytes;
    }
  }
  return { parts, issues };
}

interface Part {
  readonly staticTranslations: StaticTranslationInput[];
  readonly dynamicTranslations: DynamicTranslationInput[];
}
