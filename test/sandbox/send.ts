import { expect } from 'vitest';

import type { Schema } from '../../src/client/api/operation.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';

export interface Received {
  readonly status: number;
  readonly body: unknown;
}

export interface SendOptions {
  readonly body?: unknown;
  /** `null` sends no token. */
  readonly token?: string | null;
}

/** Sends a request to the sandbox through its `fetch`; the path may include a query. */
export async function send(
  sandbox: Sandbox,
  method: string,
  path: string,
  { body, token = sandbox.token }: SendOptions = {},
): Promise<Received> {
  const response = await sandbox.fetch(sandbox.baseUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { 'x-publisher-token': token }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** A response as documented: tolerant mode would deliver it with fields that are missing or null. */
export type Documented<T> = T extends string | number | boolean
  ? T
  : { [Name in keyof T]-?: Documented<NonNullable<T[Name]>> };

/** The body of a successful response, which must match the API's schema exactly. */
export function accepted<T>({ output }: { readonly output: Schema<T> }, response: Received): Documented<T> {
  expect(response).toMatchObject({ status: 200 });
  const value = output.parse(response.body);
  expect(value).toEqual(response.body);
  // Parsing is strict: no field is missing.
  return value as Documented<T>;
}

/** Returns an element of a list, or throws if it does not exist. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list.at(index);
  if (element === undefined) throw new Error(`no element ${index} in a list of ${list.length}`);
  return element;
}

/** Returns the only element of a list for which a condition holds. */
export function only<T>(list: readonly T[] | null | undefined, holds: (element: T) => boolean): T {
  const found = (list ?? []).filter(holds);
  expect(found).toHaveLength(1);
  return at(found, 0);
}
