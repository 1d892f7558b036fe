import { type Issue, listIssues } from './printable.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from './publisher-error.ts';

/**
 * A client option is missing or invalid, or a `token` or `fetch` function threw; the message names the option and never
 * quotes the token. After a `fetch` that threw, `outcome` may be `unknown`.
 */
export class ConfigurationError extends PublisherError {
  readonly code = 'configuration';
  /** The invalid option, for example `baseUrl`. */
  readonly option: string;
  /** What the option must be, for example `must be an absolute URL`. */
  readonly rule: string;

  constructor(
    message: string,
    context: ErrorContext & Partial<Pick<ConfigurationError, 'option' | 'rule'>> = {},
  ) {
    super(message, { outcome: 'not_sent', ...context });
    this.option = context.option ?? 'options';
    this.rule = context.rule ?? message;
  }
}

/** The arguments of a call are invalid; nothing was sent. */
export class InvalidRequestError extends PublisherError {
  readonly code = 'invalid_request';
  /** The invalid fields; at most ten. */
  readonly issues: readonly Issue[];

  constructor(message: string, context: ErrorContext & Partial<Pick<InvalidRequestError, 'issues'>> = {}) {
    super(message, { outcome: 'not_sent', ...context });
    this.issues = context.issues ?? [];
  }
}

/** An amount, currency or locale passed to a money helper is invalid; nothing was rounded. */
export class InvalidAmountError extends PublisherError {
  readonly code = 'invalid_amount';
  /** The invalid arguments. */
  readonly issues: readonly Issue[];

  constructor(message: string, context: ErrorContext & Partial<Pick<InvalidAmountError, 'issues'>> = {}) {
    super(message, context);
    this.issues = context.issues ?? [];
  }
}

nameErrorClass(ConfigurationError, 'ConfigurationError');
nameErrorClass(InvalidRequestError, 'InvalidRequestError');
nameErrorClass(InvalidAmountError, 'InvalidAmountError');

/** Returns the error for an option or a variable that breaks a rule. */
export function invalidOption(option: string, rule: string, context?: ErrorContext): ConfigurationError {
  return new ConfigurationError(`${option}: ${rule}`, { option, rule, ...context });
}

/** Returns the error for the arguments of a call that break rules; it has ten of them, and the number of the others. */
export function invalidRequest(operation: string, issues: readonly Issue[]): InvalidRequestError {
  const kept = issues.slice(0, 10);
  const more = issues.length > kept.length ? `; and ${issues.length - kept.length} more` : '';
  const message = `${operation} was not sent: ${listIssues(kept)}${more}`;
  return new InvalidRequestError(message, { operation, issues: kept });
}

/** Returns the error for the arguments of a money helper that break rules. */
export function invalidAmount(operation: string, issues: readonly Issue[]): InvalidAmountError {
  return new InvalidAmountError(`${operation}: ${listIssues(issues)}`, { operation, issues });
}
