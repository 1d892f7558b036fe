import type { DocumentedError } from '../../contract/documented-errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { templateOf } from '../../contract/path-template.ts';

/** The names that the specification gives to statuses (§7.1). */
const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  500: 'Internal Server Error',
};

/** The body of a documented error: its message exactly, with values for the placeholders of the message. */
export function errorExample(error: DocumentedError, { path }: AnyOperation): unknown {
  const message = error.message.replace('<country_code>', 'XX').replace('<price_in_usd_cents>', '999');
  switch (error.family) {
    case 'transactionReport':
      return {
        statusCode: error.status,
        error: names[error.status],
        message: [{ validationErrorNumber: 1, error: message }],
        requestUrl: path,
      };
    case 'portalContent':
      return { message, requestUrl: templateOf(path), body: error.body };
    case 'personalization':
      return { message, requestUrl: path, body: 'playerIds must contain at least 1 element' };
    case 'pricePoint':
    case 'unknown':
      return { message };
  }
}
