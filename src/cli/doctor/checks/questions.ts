import type { Check } from '../check.ts';

/** What no reading of the service shows: why, and what to ask. */
function question(name: string, spec: string, reason: string, ask: string): Check {
  return {
    name,
    section: 'To be asked',
    spec,
    question: ask,
    run: () => ({ status: 'undetermined', text: reason }),
  };
}

const write = 'shown by a write only, and doctor only reads';
const callback = 'shown by a request to your endpoint only';

export const questionChecks: readonly Check[] = [
  question(
    'checkout-price',
    '§4.15',
    write,
    'Is priceDetails.price of a checkout in the smallest unit of its currency, or in major units?',
  ),
  question(
    'checkout-fields',
    '§4.15',
    write,
    'Which fields of priceDetails, offer and customer are required, and does the case of the currency matter?',
  ),
  question(
    'checkout-lifetime',
    '§4.15',
    write,
    'How long can a checkout session be paid, and which parameters are added to redirectUrl?',
  ),
  question('checkout-cancel', '§4.15', write, 'What is the request that cancels a checkout session?'),
  question(
    'write-fields',
    '§4.3, §4.7, §4.6a',
    write,
    'Which fields are required to set a content translation, to update a price point, and to set translations?',
  ),
  question('country-case', '§2.2, §4.15', write, 'Does the case of countryCode2 matter in requests?'),
  question(
    'write-limits',
    '§8',
    write,
    'How many promo codes may a request have, and is "100 KB" of translations 100 000 or 102 400 bytes?',
  ),
  question('write-errors', '§7.4, §7.5', write, 'Which statuses and bodies do the errors of writes have?'),
  question(
    'content-states',
    '§3',
    write,
    'Which transitions between the states of a content item are possible?',
  ),
  question(
    'callback-signature',
    '§5',
    callback,
    'Which algorithm signs the game authentication callback, over which bytes, and in which format?',
  ),
  question(
    'callback-fields',
    '§4.14',
    callback,
    'Which values can device have, which format has date, is deepLink required, and which statuses reject a login?',
  ),
  question(
    'callback-events',
    '§6',
    callback,
    'What is the payload of the personalization callback, where is it sent, and which other events exist?',
  ),
  question(
    'token-lifetime',
    '§5, §7.1',
    'a wrong token is never sent, because that could lock the account',
    'How long is a token valid, how is it rotated, and which message does each operation reject it with?',
  ),
];
