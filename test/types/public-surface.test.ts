import ts from 'typescript';
import { expect, test } from 'vitest';

import { Editor } from './editor.ts';
import {
  exportsOf,
  fieldsOf,
  isAnonymousObject,
  isAny,
  membersOf,
  type Named,
  typesOf,
} from './public-surface.ts';

const { program } = new Editor(`
import 'publisher-commerce';
import 'publisher-commerce/schemas';
import 'publisher-commerce/callbacks';
import 'publisher-commerce/sandbox';
`);
const checker = program.getTypeChecker();
const user = program.getSourceFile('test/types/user.ts');
if (user === undefined) throw new Error("the user's file is not in the program");
const exports = exportsOf(user, checker);
const members = membersOf(exports);
const types = typesOf(exports, checker);
// An interface declares the fields of each request; zod drops the comments of fields in the schema.
const requestSchema = /(Create|Update|Query|Override|Input|Ids)Schema$|^gameAuthResponseSchema$/;
const fields = fieldsOf(
  exports.filter(({ path }) => !requestSchema.test(path)),
  checker,
);

function documentationOf({ symbol }: Named): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}

function isDocumented(one: Named): boolean {
  return documentationOf(one) !== '';
}

/** The fields of an exported type that are numbers. */
function numbersOf(name: string): Named[] {
  return fields.filter(({ path, symbol }) => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    return path.startsWith(`${name}.`) && (type.flags & ts.TypeFlags.Number) !== 0;
  });
}

function hasExample({ symbol }: Named): boolean {
  return symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
}

test('the traversal reaches types that are known to be public', () => {
  const paths = new Set(types.map(({ path }) => path));
  expect([...paths]).toEqual(
    expect.arrayContaining(['PricePoints.get', 'ClientOptions.rateLimit', 'Transaction.geolocation']),
  );
});

test('nothing public is typed any', () => {
  expect(types.filter(({ type }) => isAny(type)).map(({ path }) => path)).toEqual([]);
});

test('every export has a doc comment', () => {
  expect(exports.length).toBeGreaterThan(100);
  expect(exports.filter((one) => !isDocumented(one)).map(({ path }) => path)).toEqual([]);
});

test('every member of an exported class or interface has a doc comment', () => {
  expect(members.length).toBeGreaterThan(300);
  expect(members.filter((one) => !isDocumented(one)).map(({ path }) => path)).toEqual([]);
});

test('every field of a request, a response, a callback and an option has a doc comment', () => {
  const paths = fields.map(({ path }) => path);

  expect(paths.length).toBeGreaterThan(400);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['OfferUi.offerUiType', 'CheckoutOffer.sku', 'GameAuthRequest.device', 'GameAuthResponse.deepLink'],
      ...['offerSchema.startOver', 'transactionReportErrorSchema.statusCode', 'ClientOptions.fetch'],
    ]),
  );
  expect(fields.filter((one) => !isDocumented(one)).map(({ path }) => path)).toEqual([]);
});

test('every object in a request, a response, a callback and an option has a type with a name', () => {
  expect(fields.filter((one) => isAnonymousObject(one, checker)).map(({ path }) => path)).toEqual([]);
});

test('every amount of a transaction is documented with its unit, and every localized price as major units', () => {
  const amounts = numbersOf('TransactionDetails');
  const prices = numbersOf('PriceByCountry').filter(({ path }) => /price$/i.test(path));

  expect(amounts.map(({ path }) => path.split('.')[1])).toEqual([
    ...['amount', 'amountUsd', 'totalTaxAmount', 'totalTaxAmountUsd', 'currencyExchangeCostUsd'],
    ...['chargebackFeeUsd', 'transactionFeeUsd', 'publisherNetAmountUsd'],
  ]);
  expect(amounts.filter((one) => !/smallest unit|US cents/i.test(documentationOf(one)))).toEqual([]);
  expect(prices).toHaveLength(2);
  expect(prices.filter((one) => !/major units/i.test(documentationOf(one)))).toEqual([]);
});

test('every method of a sub-client has an example', () => {
  const client = exports.find(({ path }) => path === 'PublisherClient');
  const parts = client === undefined ? [] : membersOf([client]);
  const subClients = parts.flatMap(({ path, symbol }) => {
    const type = checker.getTypeOfSymbol(symbol).getSymbol();
    return type === undefined ? [] : [{ path, symbol: type }];
  });
  const methods = membersOf(subClients).filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Method);

  expect(methods.length).toBeGreaterThan(15);
  expect(methods.filter((one) => !hasExample(one)).map(({ path }) => path)).toEqual([]);
});

test('every exported function has an example', () => {
  const functions = exports.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Function);

  expect(functions.length).toBeGreaterThan(8);
  expect(functions.filter((one) => !hasExample(one)).map(({ path }) => path)).toEqual([]);
});
