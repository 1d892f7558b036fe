import * as z from 'zod';

/** Receives log messages, for example `console` or a pino logger. */
export interface Logger {
  /** Requests and their responses. */
  debug(message: string): void;
  /** Retries. */
  info(message: string): void;
  /** Schema drift, and rejected callbacks. */
  warn(message: string): void;
  /** Errors in your own code: a hook, once, or a callback handler that threw. */
  error(message: string): void;
}

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Validates the option `logger`. */
export const loggerOption: z.ZodType<Logger> = z.custom<Logger>(
  (value) =>
    levels.every((level) => typeof (value as Partial<Logger> | null | undefined)?.[level] === 'function'),
  { error: 'must have the methods debug, info, warn and error' },
);
