import { expect, onTestFinished } from 'vitest';

import {
  type CheckoutSession,
  type CheckoutSessionCreate,
  createCheckoutSession,
} from '../../../../src/client/api/checkout.ts';
import type { Transaction } from '../../../../src/client/api/transactions.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/index.ts';
import type { ListenOptions } from '../../../../src/sandbox/server/listen.ts';
import type { Documented } from '../../send.ts';
import { purchase, readReport } from '../../sessions.ts';

/** A sandbox that listens on a port, and its checkout. */
export interface CheckoutServer {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Creates a session through the server. */
  readonly open: (changes?: Partial<CheckoutSessionCreate>) => Promise<Documented<CheckoutSession>>;
  /** The rows of the report, which has no generated ones. */
  readonly rows: () => Promise<readonly Transaction[]>;
}

/** Starts a sandbox at noon of 20 November 2026, without generated rows. */
export async function startCheckout(
  options: SandboxOptions = {},
  listenOptions: ListenOptions = {},
): Promise<CheckoutServer> {
  const now = (): Date => new Date('2026-11-20T12:00:00Z');
  const sandbox = createSandbox({ transactions: 0, now, ...options });
  const server = await sandbox.listen(listenOptions);
  onTestFinished(() => server.close());
  return {
    sandbox,
    url: server.url,
    open: async (changes) => {
      const response = await fetch(`${server.url}/checkout/v1/session`, {
        method: 'POST',
        headers: { 'x-publisher-token': sandbox.token, 'content-type': 'application/json' },
        body: JSON.stringify(purchase(changes)),
      });
      // Parsing is strict: no field is missing.
      return createCheckoutSession.output.parse(await response.json()) as Documented<CheckoutSession>;
    },
    rows: async () => {
      const dates = { startDate: '2026-11-01T00:00:00Z', endDate: '2027-01-01T00:00:00Z', limit: '100' };
      return (await readReport(sandbox, dates)).results;
    },
  };
}

/** The fields of the form on the page of an open session. */
export async function formOf(page: string): Promise<Readonly<Record<string, string>>> {
  const [, digest] =
    /name="digest" value="([\w-]{43})"/.exec(await (await fetch(page)).text()) ?? expect.fail('no form');
  return { digest: digest ?? '' };
}

/** The fields of each way to use the form: the actions, and paying with a card that is declined. */
const actions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pay: { action: 'pay', card: 'pays' },
  decline: { action: 'pay', card: 'declined' },
  authenticates: { action: 'pay', card: 'authenticates' },
  expired: { action: 'pay', card: 'expired' },
};

/** Sends the form of a page as a browser does, without following the redirect; by default, the page is loaded first. */
export async function submit(
  page: string,
  action: string,
  headers: Readonly<Record<string, string>> = { origin: new URL(page).origin },
  form?: Readonly<Record<string, string>>,
): Promise<Response> {
  const fields = form ?? (await formOf(page));
  return fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...(actions[action] ?? { action }), ...fields }),
  });
}
