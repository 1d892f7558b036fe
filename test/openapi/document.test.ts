import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { operations } from '../../src/client/api/operations.ts';
import { packageVersion } from '../../src/client/runtime/runtime.ts';
import { described, document, operationWith, schemaOf } from './described.ts';
import { bodyPointer, mismatches, responsePointer } from './validator.ts';

test('the document is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.1');
  expect(document.info.version).toBe(packageVersion);
});

test('the id of an operation has the verb of its method in the client', () => {
  expect(described.map(({ tags, operationId }) => `${tags[0]}: ${operationId}`)).toEqual([
    'transactions: listTransactions',
    'content: getContent',
    'content: upsertContentTranslation',
    'pricePoints: createPricePoint',
    'pricePoints: listPricePoints',
    'pricePoints: getPricePoint',
    'pricePoints: updatePricePoint',
    'pricePoints: deletePricePoint',
    'translations: setTranslations',
    'translations: getTranslations',
    'promoCodes: createPromoCodes',
    'personalization: refreshActivePlayers',
    'personalization: refreshSpecificActivePlayers',
    'offers: listOffers',
    'checkout: createCheckoutSession',
  ]);
});

test('known values of a string that may have others are no enumeration', () => {
  const type = schemaOf('TransactionDetails').properties?.['type'];

  expect(type).toEqual({
    type: 'string',
    'x-extensible-enum': ['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'],
    examples: ['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'],
    description: 'Type of the transaction. Other values are possible.',
  });
  expect(schemaOf('PriceByCountry').properties?.['taxModel']?.examples).toEqual(['Excluded', 'Included']);
  expect(
    Object.values(document.components.schemas).flatMap(({ properties = {} }) => enumerations(properties)),
  ).toEqual([]);
});

function enumerations(properties: NonNullable<ReturnType<typeof schemaOf>['properties']>): unknown[] {
  return Object.entries(properties).filter(([, field]) => field.enum !== undefined);
}

test('unknown fields are allowed in every object', () => {
  const types = Object.values(document.components.schemas);

  expect(types.filter(({ additionalProperties }) => additionalProperties !== undefined)).toEqual([]);
  expect(mismatches('/components/schemas/PromoCodeList', { promoCodes: [], added: 1 })).toEqual([]);
  expect(mismatches('/components/schemas/PromoCodeList', { promoCodes: {} })).toEqual([
    '/promoCodes must be array',
  ]);
});

test('the parameters of the transaction report are those of the specification', () => {
  const parameters = operationWith('listTransactions').parameters?.map(({ name, required, schema }) => ({
    name,
    required,
    ...schema,
  }));

  expect(parameters).toEqual([
    { name: 'startDate', required: true, type: 'string', format: 'date-time' },
    { name: 'endDate', required: true, type: 'string', format: 'date-time' },
    { name: 'limit', required: false, type: 'integer', minimum: 1, maximum: 10000, default: 10 },
    { name: 'sortDirection', required: false, type: 'string', enum: ['asc', 'desc'], default: 'asc' },
    { name: 'cursor', required: false, type: 'string', minLength: 1 },
  ]);
});

test('ids of offers are separated by commas, and the names of the parameters are said not to be shown', () => {
  const { parameters, description } = operationWith('listOffers');

  expect(parameters?.map(({ name }) => name)).toEqual([
    'offerType',
    'recordLimit',
    'offset',
    'publisherOfferId',
  ]);
  expect(parameters?.map(({ schema }) => schema)).toEqual([
    { type: 'string', enum: ['Bundle', 'SpecialOffer', 'Popup'] },
    { type: 'integer', minimum: 0, maximum: 500, default: 100 },
    // §4.13 gives no default.
    { type: 'integer', minimum: 0, format: 'int64' },
    { type: 'array', items: { type: 'string', pattern: '^[^,]+$' }, minItems: 1 },
  ]);
  expect(parameters?.find(({ name }) => name === 'publisherOfferId')?.explode).toBe(false);
  expect(description).toContain('does not show the names of the query parameters');
});

test('a deprecated field is marked as such, and no field of a request is read-only', () => {
  expect(schemaOf('CheckoutSession').properties?.['url']).toMatchObject({ deprecated: true });
  expect(JSON.stringify(document)).not.toContain('readOnly');
});

test('every example matches its schema', () => {
  const problems = described.flatMap(({ path, method, operationId, requestBody, responses }) => [
    ...(requestBody
      ? mismatches(bodyPointer(path, method), requestBody.content['application/json'].example)
      : []
    ).map((problem) => `${operationId}: ${problem}`),
    ...Object.entries(responses).flatMap(([status, { content }]) => {
      const { example, examples = {} } = content['application/json'];
      const values = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
      ];
      return values
        .flatMap((value) => mismatches(responsePointer(path, method, status), value))
        .map((problem) => `${operationId} ${status}: ${problem}`);
    }),
  ]);

  expect(problems).toEqual([]);
  expect(
    described.filter(({ responses }) => responses['200']?.content['application/json'].example === undefined),
  ).toEqual([]);
});

test('the API accepts every example without schema drift', () => {
  for (const { name, output, body } of operations) {
    const one = described.find(({ tags, method, path }) => {
      const operation = operations.find((other) => other.name === name);
      return (
        tags[0] === name.split('.')[0] &&
        method === operation?.method &&
        path === operation.path.replaceAll(/:(\w+)/g, '{$1}')
      );
    });
    const example = one?.responses['200']?.content['application/json'].example;

    expect(output.parse(example)).toEqual(example);
    if (body) expect(() => body.parse(one?.requestBody?.content['application/json'].example)).not.toThrow();
  }
});

test('a status that the specification does not show is said to be the sandbox’s', () => {
  const { responses } = operationWith('updatePricePoint');

  expect(responses['404']?.description).toMatch(/shows the message, not its status/);
  expect(operationWith('listTransactions').responses['400']?.description).not.toMatch(/not its status/);
});

test('the game authentication is a webhook, whose signature is said not to be shown', () => {
  const { post } = document.webhooks['gameAuthentication'] ?? {};

  expect(post?.parameters?.map(({ name }) => name)).toEqual(['x-publisher-token', 'signature']);
  expect(post?.parameters?.[1]?.description).toContain('not shown');
  expect(post?.requestBody?.content['application/json'].schema.$ref).toBe(
    '#/components/schemas/GameAuthRequest',
  );
});
