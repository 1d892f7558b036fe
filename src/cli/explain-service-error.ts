import { type PublisherError, ServerError, UnauthorizedError } from '../errors/index.ts';

/** Returns what failed in a call of the service, in words of the command. */
export function explainServiceError(error: PublisherError): string {
  if (error instanceof UnauthorizedError) {
    // Only who has set the second variable can have sent it.
    const sandbox = process.env['PUBLISHER_SANDBOX_TOKEN']
      ? ', or PUBLISHER_SANDBOX_TOKEN in the sandbox'
      : '';
    return `the service rejected the token (401): set a valid PUBLISHER_TOKEN${sandbox}`;
  }
  return error instanceof ServerError ? `the service failed: ${error.message}` : error.message;
}

/** Adds what to do next to a message. */
export function withAdvice(message: string, advice: string): string {
  return `${message.replace(/\.$/, '')}. ${advice}`;
}
