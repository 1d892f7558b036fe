import { randomUUID } from 'node:crypto';

import { ConfigurationError } from '../../../client/errors/index.ts';
import { type Action, type Field, inputOf, type Typed } from '../../actions/action.ts';
import { actions } from '../../actions/actions.ts';
import { PurchaseError } from '../../purchases/purchases.ts';
import { type Handler, on } from '../../router.ts';
import type { Service } from '../../service.ts';
import { identityOf, type StoredSession } from '../../store/session.ts';
import {
  digestField,
  digestOf,
  eventsPath,
  indexPath,
  isRead,
  outdatedPage,
  type PageServer,
  problemPage,
  requestsPath,
  seeOther,
  unchangedPage,
  wantsPage,
} from '../page.ts';
import { eventsResponse } from './events.ts';
import type { FormOutcome, IndexView } from './form.ts';
import { indexPage } from './index-page.ts';
import { requestPage, requestsPage } from './request-pages.ts';

type Serve = (view: IndexView, request: Request, id: string) => Response | undefined | Promise<Response>;

/**
 * The handlers of the index page and of what it links about itself, for browsers. They leave the requests of programs to
 * the handlers that follow them.
 */
export function createIndexHandlers(service: Service, { checkHost, pageOriginOf }: PageServer): Handler[] {
  const key = randomUUID();
  const typed = new Map<string, URLSearchParams>();
  // Until a page has shown it: an address alone proves nothing, and may be loaded again.
  let outcome: FormOutcome | undefined;
  const handle = (path: string, serve: Serve): Handler =>
    on('ALL', path, async ({ request, params }) => {
      const forbidden = checkHost(request);
      if (forbidden) return forbidden;
      return await serve({ service, origin: pageOriginOf(request), key, typed }, request, params['id'] ?? '');
    });
  const page = (path: string, show: (view: IndexView, id: string) => Response): Handler =>
    handle(path, (view, request, id) => (isRead(request) && wantsPage(request) ? show(view, id) : undefined));

  /** Does what a form asks for, then redirects: a page that is reloaded sends no form again. */
  const takeForm = async (view: IndexView, request: Request): Promise<Response> => {
    const values = new URLSearchParams(await request.text());
    const action = actions.find(({ name }) => name === values.get('action'));
    if (!action) return problemPage(400, 'Unknown form', 'The page has no form with this name.');
    const session = subjectOf(service, values);
    if (values.get(digestField) !== digestOf(key, action.name, ...(session ? identityOf(session) : []))) {
      return outdatedPage(indexPath);
    }
    if (action.name === 'reset') typed.clear();
    else typed.set(action.name, values);
    try {
      outcome = await perform(service, action, values);
    } catch (error) {
      return unchangedPage(error);
    }
    if (outcome.field !== undefined) return indexPage({ ...view, outcome });
    return seeOther(`${indexPath}?done=${action.name}#${action.section}`);
  };

  return [
    handle(indexPath, (view, request) => {
      if (request.method === 'POST' && isForm(request)) return takeForm(view, request);
      if (!isRead(request) || !wantsPage(request)) return undefined;
      const done = new URL(request.url).searchParams.get('done');
      const shown = request.method === 'GET' && outcome?.action.name === done ? outcome : undefined;
      if (shown) outcome = undefined;
      return indexPage({ ...view, outcome: shown });
    }),
    handle(eventsPath, (view, request) =>
      request.method === 'GET' && wantsEvents(request) ? eventsResponse(view, request) : undefined,
    ),
    page(requestsPath, requestsPage),
    page(`${requestsPath}/:id`, requestPage),
  ];
}

async function perform(service: Service, action: Action, values: URLSearchParams): Promise<FormOutcome> {
  try {
    const input = inputOf(action, (name, field) => typedIn(values, name, field));
    const output = await action.perform(service, input);
    const { lines, failure } = action.report(output, input);
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
    if (!(error instanceof ConfigurationError)) throw error;
    const [field = error.option] = error.option.split(/[.[]/);
    const label = Object.hasOwn(action.fields, field) ? action.fields[field]?.label : undefined;
    return { action, field, text: `${label ?? field}: ${error.rule}`, hasFailed: true };
  }
}

function typedIn(values: URLSearchParams, name: string, { isList, isSwitch }: Field): Typed {
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
