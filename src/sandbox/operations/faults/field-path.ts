import * as z from 'zod';

import { didYouMean } from '../../../client/api/input-object.ts';
import type { AnyOperation } from '../../../client/api/operation.ts';

/** The steps of a path, which may have indexes as errors print them: `results[0].orderId` or `results.0.orderId`. */
export function stepsOf(path: string): string[] {
  return path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
}

/**
 * Says why a path leads to no field of any of the operations' responses; `undefined` if it leads to one.
 *
 * A fault at such a path would never happen: a test that plans it would pass without it.
 */
export function missingField(path: string, operations: readonly AnyOperation[]): string | undefined {
  // A schema of the API is one of zod, and declared structurally.
  const problems = operations.map(({ output }) => problemOf(output as z.ZodType, stepsOf(path)));
  if (problems.includes(undefined)) return undefined;
  const [problem] = problems;
  return operations.length === 1 ? problem : 'is a field of no response';
}

function problemOf(output: z.ZodType, steps: readonly string[]): string | undefined {
  let schema = unwrap(output);
  for (const [index, step] of steps.entries()) {
    // Arbitrary values, such as the rules of a trigger, may have any field.
    if (schema instanceof z.ZodUnknown) return undefined;
    const parent = steps.slice(0, index).join('.') || 'the response';
    if (schema instanceof z.ZodArray) {
      if (!/^\d+$/.test(step)) return `needs an index after ${parent}, for example ${parent}[0]`;
      schema = unwrap(schema.element);
    } else if (schema instanceof z.ZodObject) {
      const fields: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
      const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
      if (field === undefined) {
        const names = Object.keys(fields);
        const suggestion = didYouMean(step, names);
        const advice =
          suggestion === undefined ? `known: ${names.join(', ')}` : `did you mean ${suggestion}?`;
        return `"${step}" is not a field of ${parent}; ${advice}`;
      }
      schema = unwrap(field);
    } else return `${parent} has no fields`;
  }
  return undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap())
    : schema;
}
