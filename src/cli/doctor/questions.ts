/** What to ask the service's people if a check stays undetermined, by the name of the check. */
export const questions: Readonly<Record<string, string>> = {
  transactions: 'In which range does the account have transactions?',
  'price-point': 'Does each price of a single price point have `realTimePrice`?',
  'error-messages': 'Which HTTP status and message does each documented error have, and those of §7.5?',
  dates: 'Do rows and totalCount follow startDate and endDate, to the millisecond?',
  'range-ends': 'Does a range include rows at exactly its startDate and its endDate?',
  'late-rows':
    'Can rows be added to a range after it has ended, and how late? Can a row disappear, or change after it was returned?',
  'last-page': 'Which values do nextCursor and nextPageQuery have on the last page?',
  ties: 'In which order are rows with the same timestamp, and is it always the same?',
  'cursor-reuse': 'Can a cursor be used more than once, so that an export can resume from it?',
  'cursor-lifetime': 'How long can a cursor be used? Does it keep its place while rows are added or removed?',
  'total-count': 'Is totalCount always the exact number of rows in the range?',
  'largest-page': 'Which page size is honoured? 10 000 rows are documented.',
  signs: 'Which types of transactions have negative amounts?',
  'currency-digits':
    'How many decimals do the amounts of each currency have, and which differ from ISO 4217?',
  net: 'How is publisherNetAmountUsd computed, for each type of transaction?',
  'offer-parameter-limit': 'What is the name of the query parameter for the limit of offers?',
  'offer-parameter-offset': 'What is the name of the query parameter for the offset of offers?',
  'offer-parameter-type': 'What is the name of the query parameter for the type of offers?',
  'offer-parameter-ids': 'What is the name of the query parameter for the ids of offers?',
  'offer-status': 'Which values do `status` and `message` of the offer listing have?',
  'request-id': 'Which header identifies a request, for your support?',
  'rate-limit': 'How many requests per minute are allowed, in total and for each operation?',
  deprecation: 'How are changes and deprecations announced, and for how long do old versions work?',
  'checkout-price':
    'Is priceDetails.price of a checkout in the smallest unit of its currency, or in major units?',
  'checkout-fields':
    'Which fields of priceDetails, offer and customer are required, and does the case of the currency matter?',
  'checkout-lifetime':
    'How long can a checkout session be paid, and which parameters are added to redirectUrl?',
  'checkout-cancel': 'What is the request that cancels a checkout session?',
  'write-fields':
    'Which fields are required to set a content translation, to update a price point, and to set translations?',
  'country-case': 'Does the case of countryCode2 matter in requests?',
  'write-limits':
    'How many promo codes may a request have, and is "100 KB" of translations 100 000 or 102 400 bytes?',
  'write-errors': 'Which statuses and bodies do the errors of writes have?',
  'content-states': 'Which transitions between the states of a content item are possible?',
  'callback-signature':
    'Which algorithm signs the game authentication callback, over which bytes, and in which format?',
  'callback-fields':
    'Which values can device have, which format has date, is deepLink required, and which statuses reject a login?',
  'callback-events':
    'What is the payload of the personalization callback, where is it sent, and which other events exist?',
  'token-lifetime':
    'How long is a token valid, how is it rotated, and which message does each operation reject it with?',
};
