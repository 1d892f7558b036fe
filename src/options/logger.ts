import * as z from 'zod';

/** Where to write what happens; `console` and pino fit. */
export interface Logger {
  /** Requests and their responses. */
  debug(message: string): void;
  /** Retries. */
  info(message: string): void;
  /** Schema drift, and rejected callbacks. */
  warn(message: string): void;
  /** Failures in your own code: a hook that threw, a callback that could not be handled. */
  error(message: string): void;
}

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** The rule for the option `logger`. */
export const loggerOption: z.ZodType<Logger> = z.custom<Logger>(
  (value) =>
    levels.every((level) => typeof (value as Partial<Logger> | null | undefined)?.[level] === 'function'),
  { error: 'must have the methods debug, info, warn and error' },
);
