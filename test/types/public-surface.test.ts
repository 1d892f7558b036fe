import ts from 'typescript';
import { expect, test } from 'vitest';

import { Editor } from './editor.ts';
import { exportsOf, fieldsOf, membersOf, type Named } from './public-surface.ts';

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
// An interface declares the fields of each request; zod drops the comments of fields in the schema.
const requestSchema = /(Create|Update|Query|Override|Input|Ids)Schema$|^gameAuthResponseSchema$/;
const fields = fieldsOf(
  exports.filter(({ path }) => !requestSchema.test(path)),
  checker,
);

function isDocumented({ symbol }: Named): boolean {
  return symbol.getDocumentationComment(checker).length > 0;
}

function hasExample({ symbol }: Named): boolean {
  return symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
}

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
      ...['Offer.offerUi', 'CheckoutOffer.sku', 'GameAuthRequest.device', 'GameAuthResponse.deepLink'],
      ...['offerSchema.startOver', 'transactionReportErrorSchema.statusCode', 'ClientOptions.fetch'],
    ]),
  );
  expect(fields.filter((one) => !isDocumented(one)).map(({ path }) => path)).toEqual([]);
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
