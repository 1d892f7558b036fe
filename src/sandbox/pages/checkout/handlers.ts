import { http, type HttpHandler } from 'msw';

import {
  checkoutPath,
  locationOf,
  receiptPath,
  sessionParameter,
  sessionPath,
} from '../../purchases/session-urls.ts';
import type { Service } from '../../service.ts';
import { DataFileError } from '../../store/data-file.ts';
import { sessionAt, type StoredSession } from '../../store/session.ts';
import { digestField, digestOf, identityOf } from '../digest.ts';
import { isRead, type PageServer, problemPage, seeOther } from '../page.ts';
import { outdatedForm, redirectOf, unknownSession } from './layout.ts';
import { PageStrings } from './page-strings.ts';
import { closedPage, openPage, receiptPage } from './session-pages.ts';

type Serve = (service: Service, request: Request, token: string) => Response | Promise<Response>;

/** The msw handlers of the checkout page under an origin. */
export function createCheckoutHandlers(
  service: Service,
  origin: string,
  { checkHost }: Pick<PageServer, 'checkHost'>,
): HttpHandler[] {
  const handle = (path: string, serve: Serve): HttpHandler =>
    http.all(origin + path, async ({ request, params }) => {
      const forbidden = checkHost(request);
      if (forbidden) return forbidden;
      await service.waitForLatency(request.signal);
      // Nobody reads this response. With a double click, the browser aborts the first form.
      if (request.signal.aborted) return problemPage(499, 'The request was aborted', '');
      const query = new URL(request.url).searchParams.get(sessionParameter);
      const token = typeof params['token'] === 'string' ? params['token'] : (query ?? '');
      return await reportingErrors(() => serve(service, request, token));
    });
  return [
    handle(checkoutPath, serveSession),
    handle(`${checkoutPath}/:token`, serveSession),
    handle(`${checkoutPath}/:token/receipt`, serveReceipt),
  ];
}

function serveSession(service: Service, request: Request, token: string): Response | Promise<Response> {
  if (request.method === 'POST') return takeAction(service, request, token);
  if (!isRead(request)) return wrongMethod('GET, HEAD, POST');
  const found = findSession(service, token);
  if (!found) return unknownSession();
  const { session, strings } = found;
  if (session.state !== 'open') return closedPage(session, strings);
  return openPage(session, strings, digestOf(...identityOf(session)));
}

function serveReceipt(service: Service, request: Request, token: string): Response {
  if (!isRead(request)) return wrongMethod('GET, HEAD');
  const found = findSession(service, token);
  if (!found) return unknownSession();
  const { session, strings } = found;
  if (session.state === 'open') return seeOther(sessionPath(token));
  if (session.state === 'cancelled' || session.state === 'expired') return closedPage(session, strings);
  const row = service.context.store
    .list('transactions')
    .find(({ purchaseId }) => purchaseId === session.purchaseId);
  return receiptPage(session, row, strings);
}

/** Pays, declines or cancels a session, then redirects: a page that is reloaded sends no form again. */
async function takeAction(service: Service, request: Request, token: string): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const found = findSession(service, token);
  if (!found) return unknownSession();
  const { session, strings } = found;
  if (form.get(digestField) !== digestOf(...identityOf(session)))
    return outdatedForm(sessionPath(token), token);
  const { purchases } = service;
  switch (form.get('action')) {
    case 'pay':
      // The second click of a double click finds the session paid, and leads to the same place.
      if (session.state === 'open') purchases.pay(token);
      else if (session.state !== 'paid') break;
      return seeOther(afterPayment(session));
    case 'decline':
      if (session.state !== 'open') break;
      purchases.decline(token);
      return seeOther(sessionPath(token));
    case 'cancel':
      if (session.state === 'open') purchases.cancel(token);
      else if (session.state !== 'cancelled') break;
      return seeOther(sessionPath(token));
    default:
      return problemPage(400, 'Unknown action', 'The field action must be pay, decline or cancel.');
  }
  return closedPage(session, strings);
}

/** Where the player goes after a payment: back to the game, else to the receipt. */
function afterPayment(session: StoredSession): string {
  const redirectUrl = redirectOf(session);
  return redirectUrl === undefined ? receiptPath(session.checkoutSessionToken) : locationOf(redirectUrl);
}

interface Found {
  readonly session: StoredSession;
  readonly strings: PageStrings;
}

function findSession({ context: { store, clock } }: Service, token: string): Found | undefined {
  const stored = store.get('sessions', token);
  if (!stored) return undefined;
  return {
    session: sessionAt(stored, clock.now()),
    strings: new PageStrings(store, stored.request.receiptMetadata?.locale),
  };
}

function wrongMethod(allow: string): Response {
  const response = problemPage(405, 'This page does not support the method', `Supported methods: ${allow}.`);
  response.headers.set('allow', allow);
  return response;
}

async function reportingErrors(work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    return problemPage(500, 'The change was not made', error.message);
  }
}
