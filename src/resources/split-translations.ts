import {
  type DynamicTranslationInput,
  type StaticTranslationInput,
  type TranslationSetInput,
  translationSetInputSchema,
} from '../contract/translations.ts';
import { toIssue } from '../contract/validation/validate.ts';
import type { Issue } from '../errors/index.ts';

/** Maximum JSON size of a request, in bytes. 100 KB may mean 100 000 or 102 400 bytes; this is the smaller. */
const maxPartBytes = 100_000;

const emptyPart = JSON.stringify({ staticTranslations: [], dynamicTranslations: [] });

/** Splits translations into parts that each fit one request, in order; without translations, into one empty part. */
export function splitTranslations(input: TranslationSetInput): {
  readonly parts: readonly TranslationSetInput[];
  readonly issues: readonly Issue[];
} {
  const checked = translationSetInputSchema.safeParse(input);
  if (!checked.success) return { parts: [], issues: checked.error.issues.map(toIssue) };

  const issues: Issue[] = [];
  let current = newPart();
  const parts = [current];
  const add = (path: string, translation: object, addTo: (part: Part) => void): void => {
    const bytes = Buffer.byteLength(JSON.stringify(translation)) + 1; // plus a comma
    if (emptyPart.length + bytes > maxPartBytes) {
      issues.push({
        path,
        message: `is ${bytes} bytes of JSON; the limit for a request is ${maxPartBytes} bytes`,
      });
      return;
    }
    if (current.bytes + bytes > maxPartBytes) {
      current = newPart();
      parts.push(current);
    }
    addTo(current);
    current.bytes += bytes;
  };
  for (const [index, translation] of (input.staticTranslations ?? []).entries()) {
    add(`staticTranslations[${index}]`, translation, (part) => part.staticTranslations.push(translation));
  }
  for (const [index, translation] of (input.dynamicTranslations ?? []).entries()) {
    add(`dynamicTranslations[${index}]`, translation, (part) => part.dynamicTranslations.push(translation));
  }
  return {
    parts: parts.map(({ staticTranslations, dynamicTranslations }) => ({
      staticTranslations,
      dynamicTranslations,
    })),
    issues,
  };
}

interface Part {
  readonly staticTranslations: StaticTranslationInput[];
  readonly dynamicTranslations: DynamicTranslationInput[];
  bytes: number;
}

function newPart(): Part {
  return { staticTranslations: [], dynamicTranslations: [], bytes: emptyPart.length };
}
