import { beforeEach, expect, test, vi } from 'vitest';

import type * as Errors from '../../../src/client/errors/index.ts';
import {
  ApiError,
  ConflictError,
  NotFoundError,
  PublisherError,
  TimeoutError,
} from '../../../src/client/errors/index.ts';

let twin: typeof Errors;

beforeEach(async () => {
  vi.resetModules();
  twin = await import('../../../src/client/errors/index.ts');
});

const init = { status: 404, details: { family: 'unknown' }, body: undefined } as const;

test('an error of another copy of the package is an instance of the same class here, and of its parents', () => {
  const error = new twin.NotFoundError('no', init);

  expect(twin.NotFoundError).not.toBe(NotFoundError);
  expect(error instanceof NotFoundError).toBe(true);
  expect(error instanceof ApiError).toBe(true);
  expect(error instanceof PublisherError).toBe(true);
  expect(new NotFoundError('no', init) instanceof twin.ApiError).toBe(true);
});

test('an error of another copy is not an instance of another class', () => {
  const error = new twin.NotFoundError('no', init);

  expect(error instanceof ConflictError).toBe(false);
  expect(error instanceof TimeoutError).toBe(false);
  expect(new twin.ApiError('no', init) instanceof NotFoundError).toBe(false);
});

test('a user-defined subclass matches only its own instances', () => {
  class PriceGoneError extends NotFoundError {}

  expect(new PriceGoneError('no', init) instanceof PriceGoneError).toBe(true);
  expect(new NotFoundError('no', init) instanceof PriceGoneError).toBe(false);
  expect(new twin.NotFoundError('no', init) instanceof PriceGoneError).toBe(false);
});

test('an instance of a user-defined subclass is an instance of every parent, in both copies', () => {
  class PriceGoneError extends NotFoundError {}
  const error = new PriceGoneError('no', init);

  expect(error instanceof NotFoundError).toBe(true);
  expect(error instanceof twin.NotFoundError).toBe(true);
  expect(error instanceof twin.PublisherError).toBe(true);
  expect(error instanceof ConflictError).toBe(false);
});

test.each([null, undefined, 'text', 404, new Error('no'), { name: 'NotFoundError' }, Object.create(null)])(
  'what is no error of this package is no instance: %s',
  (value: unknown) => {
    expect(value instanceof PublisherError).toBe(false);
    expect(value instanceof NotFoundError).toBe(false);
  },
);
