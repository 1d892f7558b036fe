import {
  checkoutPath,
  isWebsite,
  receiptPath,
  sessionParameter,
  sessionPath,
} from '../../purchases/session-request.ts';
import { takeStep, testCards } from '../../purchases/purchases.ts';
import { type Handler, on } from '../../router.ts';
import type { Service } from '../../service.ts';
import { identityOf, sessionAt, type StoredSession } from '../../store/session.ts';
import {
  digestField,
  digestOf,
  isRead,
  outdatedPage,
  type PageServer,
  problemPage,
  seeOther,
  unchangedPage,
} from '../page.ts';
import { unknownSession } from './layout.ts';
import { PageStrings } from './page-strings.ts';
import { type Arrival, closedPage, openPage, receiptPage } from './session-pages.ts';

/** A request for a page of a session. */
interface Visit {
  readonly service: Service;
  readonly request: Request;
  /** The token in the address. */
  readonly token: string;
  /** The sessions that were just paid on their page, and whose receipt has not been shown. */
  readonly arrivals: Set<string>;
}

/** The handlers of the checkout page. */
export function createCheckoutHandlers(
  service: Service,
  { checkHost }: Pick<PageServer, 'checkHost'>,
): Handler[] {
  const arrivals = new Set<string>();
  const handle = (path: string, serve: (visit: Visit) => Response | Promise<Response>): Handler =>
    on('ALL', path, async ({ request, params }) => {
      const forbidden = checkHost(request);
      if (forbidden) return forbidden;
      await service.waitForLatency(request.signal);
      // Nobody reads this response. With a double click, the browser aborts the first form.
      if (request.signal.aborted) return problemPage(499, 'The request was aborted', '');
      const query = new URL(request.url).searchParams.get(sessionParameter);
      const token = params['token'] ?? query ?? '';
      try {
        return await serve({ service, request, token, arrivals });
      } catch (error) {
        return unchangedPage(error);
      }
    });
  return [
    handle(checkoutPath, serveSession),
    handle(`${checkoutPath}/:token`, serveSession),
    handle(`${checkoutPath}/:token/receipt`, serveReceipt),
  ];
}

function serveSession(visit: Visit): Response | Promise<Response> {
  const { service, request, token } = visit;
  if (request.method === 'POST') return takeAction(visit);
  if (!isRead(request)) return wrongMethod('GET, HEAD, POST');
  const found = findSession(service, token);
  if (!found) return unknownSession();
  const { session, strings } = found;
  if (session.state === 'open') return openPage(session, strings, digestOf(...identityOf(session)));
  return hasReceipt(session) ? seeOther(receiptPath(token)) : closedPage(session, strings);
}

function serveReceipt({ service, request, token, arrivals }: Visit): Response {
  if (!isRead(request)) return wrongMethod('GET, HEAD');
  const found = findSession(service, token);
  if (!found) return unknownSession();
  const { session, strings } = found;
  if (!hasReceipt(session)) return seeOther(sessionPath(token));
  const row = service.context.store
    .list('transactions')
    .find(({ purchaseId }) => purchaseId === session.purchaseId);
  const hasArrived = request.method === 'GET' && arrivals.delete(token);
  return receiptPage(session, row, strings, hasArrived ? arrivalOf(session, request) : undefined);
}

/** Whether a session was paid; it may be refunded or disputed since. */
function hasReceipt({ state }: StoredSession): boolean {
  return !['open', 'cancelled', 'expired'].includes(state);
}

/** What follows a payment. A desktop browser usually cannot open the address of an app, and would show an error. */
function arrivalOf({ request: { redirectUrl } }: StoredSession, { headers }: Request): Arrival | undefined {
  if (redirectUrl === undefined) return undefined;
  const isPhone =
    headers.get('sec-ch-ua-mobile') === '?1' || /Mobi|Android/.test(headers.get('user-agent') ?? '');
  return isWebsite(redirectUrl) || isPhone ? 'returning' : 'open';
}

/** Does what a form asks for, then redirects: a page that is reloaded sends no form again. */
async function takeAction({ service, request, token, arrivals }: Visit): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const found = findSession(service, token);
  if (!found) return unknownSession();
  const { session } = found;
  if (form.get(digestField) !== digestOf(...identityOf(session))) return outdatedPage(sessionPath(token));
  const action = form.get('action') ?? '';
  const card = action === 'pay' ? testCards.find(({ name }) => name === form.get('card')) : undefined;
  if (!card && !['authenticate', 'reject', 'cancel'].includes(action)) {
    const names = testCards.map(({ name }) => name).join(', ');
    const rule = `The action must be authenticate, reject, cancel, or pay with one of the cards ${names}.`;
    return problemPage(400, 'Unknown action', rule);
  }
  if (session.state === 'open') {
    const { context } = service;
    const isAsked = session.attempt === 'authentication_required';
    if (card) takeStep(context, card.step, token, card.reason);
    else if (action === 'cancel') takeStep(context, 'cancel', token);
    else if (isAsked && action === 'authenticate') takeStep(context, 'pay', token);
    else if (isAsked) takeStep(context, 'decline', token, 'authentication_failed');
  }
  const changed = findSession(service, token)?.session ?? session;
  // Also for the second click of a double click, which finds the session paid.
  const isPayment = action === 'authenticate' || card?.step === 'pay';
  if (changed.state === 'paid' && isPayment) arrivals.add(token);
  return seeOther(hasReceipt(changed) ? receiptPath(token) : sessionPath(token));
}

function findSession(
  { context: { store, clock } }: Service,
  token: string,
): { readonly session: StoredSession; readonly strings: PageStrings } | undefined {
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
