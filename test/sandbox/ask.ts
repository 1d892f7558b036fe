import { expect } from 'vitest';

import type { Schema } from '../../src/contract/operation.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Asked {
  readonly body?: unknown;
  /** `null` sends no token. */
  readonly token?: string | null;
}

/** Sends one request to the sandbox through its `fetch`; the path may carry a query. */
export async function ask(
  sandbox: Sandbox,
  method: string,
  path: string,
  { body, token = sandbox.token }: Asked = {},
): Promise<Answer> {
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

/** The body of a success, held strictly against the contract's schema. */
export function accepted<T>({ output }: { readonly output: Schema<T> }, answer: Answer): T {
  expect(answer).toMatchObject({ status: 200 });
  const value = output.parse(answer.body);
  expect(value).toEqual(answer.body);
  return value;
}

/** A list's element that must be there. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list.at(index);
  if (element === undefined) throw new Error(`there is no element ${index} among ${list.length}`);
  return element;
}

/** A list's only element for which a condition holds. */
export function only<T>(list: readonly T[] | null | undefined, holds: (element: T) => boolean): T {
  const found = (list ?? []).filter(holds);
  expect(found).toHaveLength(1);
  return at(found, 0);
}
