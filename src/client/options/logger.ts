import * as z from 'zod';

import { invalidOption } from '../errors/index.ts';
import type { Env } from './environment.ts';

/** Receives log messages: `console`, a pino logger or Nest's `Logger`. */
export type Logger = {
  /** Responses, and requests that received none. */
  debug(message: string): void;
  /** Schema drift, and rejected callbacks. */
  warn(message: string): void;
  /** Errors in your own code: a hook, once, or a callback handler that threw. */
  error(message: string): void;
} & (
  | {
      /** Retries. */
      info(message: string): void;
    }
  | {
      /** Retries, if there is no method `info`. */
      log(message: string): void;
    }
);

/** The least severe messages that are logged; `'off'` logs none. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off'];

/** The level of a message. */
export type MessageLevel = Exclude<LogLevel, 'off'>;

/** Whether messages of a level are logged. */
export function isLogged(level: MessageLevel, logLevel: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(logLevel);
}

/** The methods of a logger by name. */
type Methods = Partial<Readonly<Record<string, (message: string) => unknown>>>;

function hasMethod(logger: unknown, name: string): boolean {
  return typeof (logger as Methods | null | undefined)?.[name] === 'function';
}

/** Writes a message with the method of its level; some loggers have `log` instead of `info`. */
export function writeLog(logger: Methods, level: MessageLevel, message: string): unknown {
  return logger[level === 'info' && !hasMethod(logger, level) ? 'log' : level]?.(message);
}

const methods = [['debug'], ['info', 'log'], ['warn'], ['error']] as const;

function missingMethods(logger: unknown): string {
  const missing = methods.filter((names) => !names.some((name) => hasMethod(logger, name)));
  return missing.map((names) => names.join(' or ')).join(', ');
}

/** Validates the option `logger`. */
export const loggerOption: z.ZodType<Logger> = z.custom<Logger>((logger) => missingMethods(logger) === '', {
  error: ({ input }) =>
    `must have the methods debug, info or log, warn and error; missing: ${missingMethods(input)}`,
});

const levelRule = 'must be "debug", "info", "warn", "error" or "off"';

/** Validates the option `logLevel`. */
export const logLevelOption = z.enum(levels, { error: levelRule });

/**
 * Returns the level that the variable sets, else `'warn'`.
 *
 * @throws {@link ConfigurationError} naming the variable
 */
export function logLevelOf(env: Env): LogLevel {
  const level = (env['PUBLISHER_LOG'] || 'warn').toLowerCase();
  const known = levels.find((one) => one === level);
  if (known === undefined) throw invalidOption('logLevel', `${levelRule} (from PUBLISHER_LOG)`);
  return known;
}
