import { expect, test } from 'vitest';

import { faultTraits } from '../../../../src/sandbox/operations/faults/fault.ts';

test.each([
  ['reset', 'the connection is reset before the response'],
  ['no_response', 'the request never gets a response'],
  ['cut_body', 'the connection ends in the middle of the body'],
  ['stalled_body', 'nothing is sent after the first half of the body'],
  ['malformed_json', 'the last brace of the body is missing'],
  ['null_field', 'a field of the response is null'],
  ['empty_page', 'a page of transactions without rows, whose cursor leads to them'],
  ['repeated_cursor', 'a page of transactions with the cursor that requested it'],
  ['unknown_transaction_type', 'a page whose first transaction has an undocumented type'],
] as const)('the list of faults says what %s does: %s', (fault, summary) => {
  expect(faultTraits[fault].summary).toBe(summary);
});
