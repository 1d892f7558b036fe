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

  constructor(option: string, rule: string, context: ErrorContext = {}) {
    super(`${option}: ${rule}`, { outcome: 'not_sent', ...context });
    this.option = option;
    this.rule = rule;
  }
}

/** The arguments of a call are invalid; nothing was sent. */
export class InvalidRequestError extends PublisherError {
  readonly code = 'invalid_request';
  /** The invalid fields; at most ten. */
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const kept = issues.slice(0, 10);
    const more = issues.length > kept.length ? `; and ${issues.length - kept.length} more` : '';
    super(`${operation} was not sent: ${listIssues(kept)}${more}`, { operation, outcome: 'not_sent' });
    this.issues = kept;
  }
}

/** An amount, currency or locale passed to a money helper is invalid; nothing was rounded. */
export class InvalidAmountError extends PublisherError {
  readonly code = 'invalid_amount';
  /** The invalid arguments. */
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`${operation}: ${listIssues(issues)}`, { operation });
    this.issues = issues;
  }
}

nameErrorClass(ConfigurationError, 'ConfigurationError');
nameErrorClass(InvalidRequestError, 'InvalidRequestError');
nameErrorClass(InvalidAmountError, 'InvalidAmountError');
