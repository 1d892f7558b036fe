import { type Issue, listIssues } from './outcome.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from './publisher-error.ts';

/** An option of the client is missing or wrong; the message names the option and never quotes the token. */
export class ConfigurationError extends PublisherError {
  readonly code = 'configuration';
  /** The option that is wrong, for example `baseUrl`. */
  readonly option: string;
  /** The rule that it breaks. */
  readonly rule: string;

  constructor(option: string, rule: string, context: ErrorContext = {}) {
    super(`${option}: ${rule}`, { outcome: 'not_sent', ...context });
    this.option = option;
    this.rule = rule;
  }
}

/** The arguments of a call break a documented rule; nothing was sent. */
export class InvalidRequestError extends PublisherError {
  readonly code = 'invalid_request';
  /** Every broken rule, by field; ten at the most. */
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const kept = issues.slice(0, 10);
    const more = issues.length > kept.length ? `; and ${issues.length - kept.length} more` : '';
    super(`${operation} was not sent: ${listIssues(kept)}${more}`, { operation, outcome: 'not_sent' });
    this.issues = kept;
  }
}

/** A money helper was given an amount, a currency or a locale it cannot work with; nothing was rounded. */
export class InvalidAmountError extends PublisherError {
  readonly code = 'invalid_amount';
  /** Every broken rule, by argument. */
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`${operation}: ${listIssues(issues)}`, { operation });
    this.issues = issues;
  }
}

nameErrorClass(ConfigurationError, 'ConfigurationError');
nameErrorClass(InvalidRequestError, 'InvalidRequestError');
nameErrorClass(InvalidAmountError, 'InvalidAmountError');
