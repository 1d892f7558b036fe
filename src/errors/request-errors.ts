import type { Issue } from './outcome.ts';
import { nameErrorClass, PublisherError } from './publisher-error.ts';

/** An option of the client is missing or wrong; the message names the option and never quotes the token. */
export class ConfigurationError extends PublisherError {
  readonly code = 'configuration';
  /** The option that is wrong, for example `baseUrl`. */
  readonly option: string;

  constructor(option: string, rule: string, context: { readonly operation?: string } = {}) {
    super(`${option}: ${rule}`, { ...context, outcome: 'not_sent' });
    this.option = option;
  }
}

/** The arguments of a call break a documented rule; nothing was sent. */
export class InvalidRequestError extends PublisherError {
  readonly code = 'invalid_request';
  /** Every broken rule, by field; ten at the most. */
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const kept = issues.slice(0, 10);
    const list = kept.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
    const more = issues.length > kept.length ? `; and ${issues.length - kept.length} more` : '';
    super(`${operation} was not sent: ${list}${more}`, { operation, outcome: 'not_sent' });
    this.issues = kept;
  }
}

nameErrorClass(ConfigurationError, 'ConfigurationError');
nameErrorClass(InvalidRequestError, 'InvalidRequestError');
