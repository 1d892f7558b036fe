import { expect, test } from 'vitest';

import { documentedErrors } from '../../../src/client/errors/documented-errors.ts';
import { operationNames } from '../../../src/client/api/operation-name.ts';
import { operations } from '../../../src/client/api/operations.ts';
import * as schemas from '../../../src/client/api/schemas.ts';
import { documentedResponses } from '../../literals/documented-responses.ts';

test('the operations are those of the specification, by section', () => {
  expect(operations.map((o) => [o.name, o.section, o.method, o.path, o.effect])).toEqual(
    documentedResponses.map(({ operation, request }) => [operation, ...request]),
  );
});

test('the type of operation names lists the operations, and no other name', () => {
  expect([...operationNames].sort()).toEqual(operations.map(({ name }) => name).sort());
});

test('the schemas entry exports the input and output of every operation', () => {
  const shapes = operations.flatMap(({ body, output }) => (body ? [body, output] : [output]));
  const exported: readonly unknown[] = Object.values(schemas);

  expect(shapes.length).toBeGreaterThan(operations.length);
  expect(shapes.filter((shape) => !exported.includes(shape))).toEqual([]);
});

test('every path parameter has a rule, and no operation has a rule for another', () => {
  for (const { name, path, params } of operations) {
    const placeholders = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    const missing = params?.safeParse({});
    const ruled = missing && !missing.success ? missing.error.issues.map((issue) => issue.path[0]) : [];
    expect([name, ruled]).toEqual([name, placeholders]);
  }
});

test('only setting translations has a documented limit of its body: 100 KB', () => {
  const limited = operations.filter(({ maxBodyBytes }) => maxBodyBytes !== undefined);
  expect(limited.map(({ name, maxBodyBytes }) => [name, maxBodyBytes])).toEqual([
    ['translations.set', 102_400],
  ]);
});

/** The messages of §7, typed out by hand, with the sections they are shown for and their status, if any. */
const messages = [
  ['endDate must be after startDate', '4.1', 400],
  ['sortDirection must be either "asc" or "desc"', '4.1', 400],
  ['Publisher token is required', '4.1', 401],
  ['Publisher not found', '4.1', 401],
  ['Failed to authorize publisher token', '4.1', 401],
  ['Failed to get transactions', '4.1', 500],
  ['BAD_REQUEST Invalid request body or validation error.', '4.3', undefined],
  ['UNAUTHORIZED Invalid or missing publisher token.', '4.2 4.3', undefined],
  ['NOT_FOUND Content not found.', '4.2 4.3', undefined],
  ['CONFLICT Slug already exists.', '4.3', undefined],
  ['PAYLOAD_TOO_LARGE Request payload is too large.', '4.3', undefined],
  ['INTERNAL_SERVER_ERROR Server error.', '4.2 4.3', undefined],
  ['Invalid request body.', '4.4 4.7', undefined],
  ['Country code <country_code> not found in existing custom pricing.', '4.4 4.7', undefined],
  ['Price point <price_in_usd_cents> not found.', '4.7', undefined],
  ['Cannot create new pricing. The price point already exists.', '4.4 4.7', undefined],
  ['Schema Validation Error', '4.12', undefined],
];

test('the documented errors are those of the specification, in its order', () => {
  expect(
    documentedErrors.map(({ message, body, sections, status, isStatusShown }) => [
      body === undefined ? message : `${message} ${body}`,
      sections.join(' '),
      isStatusShown ? status : undefined,
    ]),
  ).toEqual(messages);
});

test('every documented error has a reason of its own', () => {
  expect(new Set(documentedErrors.map(({ reason }) => reason)).size).toBe(documentedErrors.length);
});

test('every operation with documented errors reads their family of bodies', () => {
  for (const { sections, family } of documentedErrors) {
    for (const section of sections) {
      expect(operations.find((operation) => operation.section === section)?.errors).toBe(family);
    }
  }
});
