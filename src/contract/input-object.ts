import * as z from 'zod';

import { didYouMean } from '../errors/did-you-mean.ts';
import { mustBe } from './must-be.ts';

/** What the messages about an object say. */
export interface InputObjectMessages {
  /** A valid value, as it is written in a program. */
  readonly example: string;
  /** The message for an unknown field. @defaultValue `'unknown field'` */
  readonly unknown?: string;
  /** Suggestions for names that have nothing in common with the right one. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** Returns the schema of an object in user input: unknown fields are rejected, with a suggestion. */
export function inputObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  { example, unknown = 'unknown field', aliases = {} }: InputObjectMessages,
): z.ZodObject<Shape, z.core.$strict> {
  const invalid = mustBe(`an object, for example ${example}`);
  const describe = (key: string, names: readonly string[]): string => {
    const alias = Object.keys(aliases).find((name) => name.toLowerCase() === key.toLowerCase());
    const suggestion = alias === undefined ? didYouMean(key, names) : aliases[alias];
    if (suggestion !== undefined) return `${unknown}; did you mean ${suggestion}?`;
    return names.length > 0 && names.length <= 8 ? `${unknown}; known: ${names.join(', ')}` : unknown;
  };
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return invalid(issue);
      // Not the names of `shape`: the schema may be an extension of this one, which keeps this function.
      const names = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      // One line for each unknown field: `toInputIssues` makes an issue of each.
      return issue.keys.map((key) => describe(key, names)).join('\n');
    },
  });
}
