import {
  type DynamicTranslationInput,
  type StaticTranslationInput,
  type TranslationSetInput,
  translationSetInputSchema,
} from '../api/translations.ts';
import { toInputIssues, withoutUnknownFields } from '../api/input-object.ts';
import type { Issue } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { byteLength } from '../runtime/runtime.ts';

/** Maximum JSON size of a request, in bytes. 100 KB may mean 100 000 or 102 400 bytes; this is the smaller. */
const maxPartBytes = 100_000;

/** Splits translations into parts that each fit one request, in order; without translations, into one empty part. */
export function splitTranslations(
  input: TranslationSetInput,
  unknownFields: CallOptions['unknownFields'] = 'reject',
): {
  readonly parts: readonly TranslationSetInput[];
  readonly issues: readonly Issue[];
} {
  const known = unknownFields === 'send' ? withoutUnknownFields(translationSetInputSchema, input) : input;
  const checked = translationSetInputSchema.safeParse(known);
  if (!checked.success) return { parts: [], issues: toInputIssues(checked.error.issues, 'input') };

  // Others than these two exist only with `unknownFields: 'send'`; every part has them.
  const { staticTranslations = [], dynamicTranslations = [], ...others } = input;
  const emptyBytes = byteLength(
    JSON.stringify({ ...others, staticTranslations: [], dynamicTranslations: [] }),
  );
  const issues: Issue[] = [];
  let current = newPart(emptyBytes);
  const parts = [current];
  const add = (path: string, translation: object, addTo: (part: Part) => void): void => {
    const bytes = byteLength(JSON.stringify(translation)) + 1; // plus a comma
    if (emptyBytes + bytes > maxPartBytes) {
      issues.push({
        path,
        message: `is ${bytes} bytes of JSON; the limit for a request is ${maxPartBytes} bytes`,
      });
      return;
    }
    if (current.bytes + bytes > maxPartBytes) {
      current = newPart(emptyBytes);
      parts.push(current);
    }
    addTo(current);
    current.bytes += bytes;
  };
  for (const [index, translation] of staticTranslations.entries()) {
    add(`staticTranslations[${index}]`, translation, (part) => part.staticTranslations.push(translation));
  }
  for (const [index, translation] of dynamicTranslations.entries()) {
    add(`dynamicTranslations[${index}]`, translation, (part) => part.dynamicTranslations.push(translation));
  }
  return {
    parts: parts.map((part) => ({
      ...others,
      staticTranslations: part.staticTranslations,
      dynamicTranslations: part.dynamicTranslations,
    })),
    issues,
  };
}

interface Part {
  readonly staticTranslations: StaticTranslationInput[];
  readonly dynamicTranslations: DynamicTranslationInput[];
  bytes: number;
}

function newPart(bytes: number): Part {
  return { staticTranslations: [], dynamicTranslations: [], bytes };
}
