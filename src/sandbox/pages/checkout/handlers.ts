import { checkoutPath, receiptPath, sessionParameter, sessionPath } from '../../paths.ts';
import { isWebsite } from '../../purchases/redirect-url.ts';
import { takeStep } from '../../purchases/payment-steps.ts';
import { type Handler, on } from '../../router.ts';
import type { Service } from '../../service.ts';
import { identityOf, sessionAt, type StoredSession, wasPaid } from '../../store/session.ts';
import { digestField, digestOf, outdatedPage, seeOther, unchangedPage } from '../forms.ts';
import { problemPage } from '../page.ts';
import { choiceIn, isOffered } from './form.ts';
import { type Arrival, closedPage, openPage, receiptPage } from './session-pages.ts';

/** A request for a page of a session. */
interface Visit {
  readonly service: Service;
  readonly request: Request;
  /** The session as it is now. */
  readonly session: StoredSession;
  /** The sessions that were just paid on their page, and whose receipt has not been shown. */
  readonly arrivals: Set<string>;
}

/** The handlers of the checkout page. */
export function createCheckoutHandlers(service: Service): Handler[] {
  const arrivals = new Set<string>();
  const handle = (
    path: string,
    methods: readonly string[],
    serve: (visit: Visit, form: string) => Response,
  ): Handler =>
    on('ALL', path, async ({ request, params }) => {
      await service.waitForLatency(request.signal);
      // Nobody reads this response. With a double click, the browser aborts the first form.
      if (request.signal.aborted) return problemPage(499, 'The request was aborted', '');
      if (!methods.includes(request.method)) return wrongMethod(methods.join(', '));
      const form = await request.text();
      const query = new URL(request.url).searchParams.get(sessionParameter);
      const session = findSession(service, params['token'] ?? query ?? '');
      if (!session) return unknownSession();
      try {
        return serve({ service, request, session, arrivals }, form);
      } catch (error) {
        return unchangedPage(error);
      }
    });
  const methods = ['GET', 'HEAD', 'POST'];
  return [
    handle(checkoutPath, methods, serveSession),
    handle(`${checkoutPath}/:token`, methods, serveSession),
    handle(`${checkoutPath}/:token/receipt`, ['GET', 'HEAD'], serveReceipt),
  ];
}

function serveSession(visit: Visit, form: string): Response {
  if (visit.request.method === 'POST') return takeForm(visit, new URLSearchParams(form));
  const { service, session } = visit;
  if (session.state === 'open') return openPage(session, service.settings.currencyDigits);
  return wasPaid(session) ? seeOther(receiptPath(session.checkoutSessionToken)) : closedPage(session);
}

function serveReceipt({ service, request, session, arrivals }: Visit): Response {
  const { checkoutSessionToken: token, purchaseId } = session;
  if (!wasPaid(session)) return seeOther(sessionPath(token));
  const row = service.context.store.list('transactions').find((one) => one.purchaseId === purchaseId);
  const hasArrived = request.method === 'GET' && arrivals.delete(token);
  const arrival = hasArrived ? arrivalOf(session, request) : undefined;
  return receiptPage(session, row, arrival, service.settings.currencyDigits);
}

/** What follows a payment. A desktop browser usually cannot open the address of an app, and would show an error. */
function arrivalOf({ request: { redirectUrl } }: StoredSession, { headers }: Request): Arrival | undefined {
  if (redirectUrl === undefined) return undefined;
  const isPhone =
    headers.get('sec-ch-ua-mobile') === '?1' || /Mobi|Android/.test(headers.get('user-agent') ?? '');
  return isWebsite(redirectUrl) || isPhone ? 'returning' : 'open';
}

/** Does what a form asks for, then redirects: a page that is reloaded sends no form again. */
function takeForm({ service, session, arrivals }: Visit, form: URLSearchParams): Response {
  const token = session.checkoutSessionToken;
  if (form.get(digestField) !== digestOf(...identityOf(session))) return outdatedPage(sessionPath(token));
  const choice = choiceIn(form);
  if (!choice) return problemPage(400, 'Unknown action', 'The page has no button or card with this name.');
  if (isOffered(choice, session)) takeStep(service.context, choice.step, token, choice.reason);
  const changed = findSession(service, token) ?? session;
  // Also for the second click of a double click, which finds the session paid.
  if (changed.state === 'paid' && choice.step === 'pay') arrivals.add(token);
  return seeOther(wasPaid(changed) ? receiptPath(token) : sessionPath(token));
}

function findSession({ context: { store, clock } }: Service, token: string): StoredSession | undefined {
  const stored = store.get('sessions', token);
  return stored && sessionAt(stored, clock.now());
}

function unknownSession(): Response {
  return problemPage(
    404,
    'No such checkout session',
    'No checkout session of this sandbox has the token in the address. Check that the address is complete. ' +
      'Sessions are lost when the sandbox is reset, or is restarted without a data file.',
  );
}

function wrongMethod(allow: string): Response {
  const response = problemPage(405, 'This page does not support the method', `Supported methods: ${allow}.`);
  response.headers.set('allow', allow);
  return response;
}
