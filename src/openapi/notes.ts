import type { OperationName } from '../contract/operation-name.ts';

const onlySandbox = 'The specification shows it against the address of the sandbox environment.';
const callback =
  "Triggers the publisher's Personalize Web Store Callback, whose payload and address are not shown (§6).";

/** What the specification says, or does not show, about an operation, besides its summary. */
export const operationNotes: Readonly<Record<string, string>> = {
  'transactions.getPage':
    'What `nextCursor` and `nextPageQuery` are on the last page is not shown: expect them to be absent, null or empty. Whether the range includes its ends is not shown either.',
  'translations.set': 'Whether both lists are required is not shown.',
  'promoCodes.create': 'The maximum number of promo codes in a request is not shown.',
  'personalization.refreshActivePlayers': callback,
  'personalization.refreshSpecificActivePlayers': callback,
  'offers.getPage': `${onlySandbox} It does not show the names of the query parameters: these are from the public documentation of a similar service.`,
  'checkout.createSession': `${onlySandbox} The operation that cancels a session is not shown.`,
} satisfies Partial<Record<OperationName, string>>;
