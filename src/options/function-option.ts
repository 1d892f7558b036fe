import * as z from 'zod';

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Validates an optional function. */
export const functionOption = z
  .custom<(...args: never[]) => unknown>(isFunction, { error: 'must be a function' })
  .optional();
