import { clientInput } from '../options.ts';

/** Validates a client that plans: workers and verification only list transactions. */
export const planClientInput = clientInput.refine(({ transactions }) => 'planWindows' in transactions, {
  error: 'must be a PublisherClient: it has no transactions.planWindows',
});
