import { toIssue } from '../contract/validation/validate.ts';
import {
  type DynamicTranslationInput,
  type StaticTranslationInput,
  type TranslationSetInput,
  translationSetInputSchema,
} from '../contract/translations.ts';
import type { Issue } from '../errors/index.ts';

/** Bytes of JSON a request may have: 100 KB in the smaller of its two readings, 100 000 or 102 400. */
const maxPartBytes = 100_000;

const emptyPart = JSON.stringify({ staticTranslations: [], dynamicTranslations: [] });

/** Translations in parts that each fit one request, in their order; one part, empty, for no translations. */
export function splitTranslations(input: TranslationSetInput): {
  readonly parts: readonly TranslationSetInput[];
  readonly issues: readonly Issue[];
} {
  const checked = translationSetInputSchema.safeParse(input);
  if (!checked.success) return { parts: [], issues: checked.error.issues.map(toIssue) };

  const issues: Issue[] = [];
  let current = newPart();
  const parts = [current];
  const place = (path: string, translation: object, addTo: (part: Part) => void): void => {
    const bytes = Buffer.byteLength(JSON.stringify(translation)) + 1; // and its comma
    if (emptyPart.length + bytes > maxPartBytes) {
      issues.push({ path, message: `is ${bytes} bytes of JSON, and a request holds ${maxPartBytes}` });
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
    place(`staticTranslations[${index}]`, translation, (part) => part.staticTranslations.push(translation));
  }
  for (const [index, translation] of (input.dynamicTranslations ?? []).entries()) {
    place(`dynamicTranslations[${index}]`, translation, (part) => part.dynamicTranslations.push(translation));
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
