import { randomUUID } from 'node:crypto';

import { ConfigurationError } from '../../../client/errors/index.ts';
import { type Action, type ActionField, inputOf, rejectedField, type Typed } from '../../actions/action.ts';
import { actions } from '../../actions/actions.ts';
import { UnknownCallbackError } from '../../outbound/callbacks.ts';
import { callbacksPath, eventsPath, indexPath, requestsPath, sessionsPath } from '../../paths.ts';
import { PurchaseError } from '../../purchases/purchases.ts';
import { type Handler, on } from '../../router.ts';
import type { Service } from '../../service.ts';
import { identityOf, type StoredSession } from '../../store/session.ts';
import { digestField, digestOf, outdatedPage, seeOther, unchangedPage } from '../forms.ts';
import { problemPage, wantsPage } from '../page.ts';
import { type FormOutcome, type IndexView, mustBeSure, sureField } from './forms.ts';
import { indexPage, renderParts } from './index-page.ts';
import { listPage } from './list.ts';
import { callbacks, requests, sessions } from './lists.ts';
import { eventsResponse } from './live.ts';
import { callbackPage, requestPage } from './request-page.ts';

/**
 * The handlers of the index page and of what it links about itself, for browsers. They leave the requests of programs to
 * the handlers that follow them.
 */
export function createIndexHandlers(service: Service, pageOriginOf: (request: Request) => string): Handler[] {
  const key = randomUUID();
  const typed = new Map<string, URLSearchParams>();
  // Until a page has shown it: an address alone proves nothing, and may be loaded again.
  let outcome: FormOutcome | undefined;
  const viewOf = (request: Request): IndexView => {
    const { pathname: path } = new URL(request.url);
    return { service, origin: pageOriginOf(request), path, key, typed };
  };

  /** Does what a form asks for, then redirects: a page that is reloaded sends no form again. */
  const takeForm = async (request: Request): Promise<Response> => {
    const values = new URLSearchParams(await request.text());
    const view = viewOf(request);
    const action = actions.find(({ name }) => name === values.get('action'));
    if (!action) return problemPage(400, 'Unknown form', 'The page has no form with this name.');
    const session = action.section === 'sessions' ? subjectOf(service, values) : undefined;
    const subject = session ? identityOf(session) : [action.name];
    if (values.get(digestField) !== digestOf(key, ...subject)) return outdatedPage(view.path);
    if (mustBeSure(service, action) && values.get(sureField) !== 'yes') {
      return problemPage(400, 'Nothing was discarded', 'Tick the box beside the button, and try again.');
    }
    if (action.name === 'reset') typed.clear();
    else typed.set(action.name, values);
    try {
      outcome = await perform(service, action, values);
    } catch (error) {
      return unchangedPage(error);
    }
    if (outcome.field !== undefined) return indexPage({ ...view, outcome });
    return seeOther(`${view.path}?done=${action.name}#${action.section}`);
  };
  const page = (path: string, show: (view: IndexView, id: string) => Response): Handler =>
    on('ALL', path, ({ request, params }) => {
      if (!['GET', 'HEAD'].includes(request.method) || !wantsPage(request)) return undefined;
      const done = new URL(request.url).searchParams.get('done');
      const shown = request.method === 'GET' && outcome?.action.name === done ? outcome : undefined;
      if (shown) outcome = undefined;
      return show({ ...viewOf(request), outcome: shown }, params['id'] ?? '');
    });

  return [
    ...[indexPath, sessionsPath].map((path) =>
      on('POST', path, ({ request }) => (isForm(request) ? takeForm(request) : undefined)),
    ),
    page(indexPath, indexPage),
    page(sessionsPath, (view) => listPage(view, 'sessions', 'Checkout sessions', sessions)),
    page(requestsPath, (view) => listPage(view, 'requests', 'Requests', requests)),
    page(`${requestsPath}/:id`, requestPage),
    page(callbacksPath, (view) => listPage(view, 'callbacks', 'Callbacks', callbacks)),
    page(`${callbacksPath}/:id`, callbackPage),
    on('GET', eventsPath, ({ request }) => {
      if (!wantsEvents(request)) return undefined;
      const view = { ...viewOf(request), path: indexPath };
      return eventsResponse(view, request, () => renderParts(view));
    }),
  ];
}

async function perform(service: Service, action: Action, values: URLSearchParams): Promise<FormOutcome> {
  try {
    const input = inputOf(action, (name, field) => typedIn(values, name, field));
    const output = await action.perform(service, input);
    const { lines, failure } = action.report(output, input, service.settings.currencyDigits);
    const text = `${[...lines, ...(failure === undefined ? [] : [failure])].join('; ')}.`;
    return {
      action,
      // An id at its beginning stays as it is.
      text: text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()),
      hasFailed: failure !== undefined,
    };
  } catch (error) {
    if (error instanceof PurchaseError) {
      // The second click of a double click finds it done.
      const isDone = error.state !== undefined && error.state === action.becomes;
      return { action, text: `${error.message}.`, hasFailed: !isDone };
    }
    if (error instanceof UnknownCallbackError) {
      return { action, field: 'callback', text: `${error.message}.`, hasFailed: true };
    }
    if (!(error instanceof ConfigurationError)) throw error;
    const [field, { label } = { label: field }] = rejectedField(action, error);
    return { action, field, text: `${label}: ${error.rule}`, hasFailed: true };
  }
}

function typedIn(values: URLSearchParams, name: string, { isList, isSwitch }: ActionField): Typed {
  const text = values.get(name) ?? '';
  if (text === '') return undefined;
  if (isSwitch) return text === 'true';
  return isList ? text.split(/[\s,]+/).filter((one) => one !== '') : text;
}

/** What a form changes, as it is now. */
function subjectOf({ context }: Service, values: URLSearchParams): StoredSession | undefined {
  const [token, purchaseId] = [values.get('session'), values.get('purchase')];
  if (token !== null) return context.store.get('sessions', token);
  return purchaseId === null ? undefined : context.store.sessionOf(purchaseId);
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
}

function wantsEvents({ headers }: Request): boolean {
  return /\btext\/event-stream\b/i.test(headers.get('accept') ?? '');
}
