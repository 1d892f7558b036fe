import { randomUUID } from 'node:crypto';

import { http, type HttpHandler } from 'msw';

import { html } from '../../../html/markup.ts';
import type { Service } from '../../service.ts';
import { DataFileError } from '../../store/data-file.ts';
import { digestField, digestOf, identityOf } from '../digest.ts';
import {
  eventsPath,
  indexPath,
  isRead,
  type PageServer,
  problemPage,
  requestsPath,
  seeOther,
  wantsPage,
} from '../page.ts';
import { eventsResponse } from './events.ts';
import { type FormName, type IndexView, type Notice, sectionOfForm } from './form.ts';
import { indexPage } from './index-page.ts';
import { requestPage, requestsPage } from './request-pages.ts';
import { formNameOf, takeForm } from './take-form.ts';

type Serve = (view: IndexView, request: Request, id: string) => Response | undefined | Promise<Response>;

/**
 * The msw handlers of the index page and of what it links about itself, for browsers. They leave the requests of programs to
 * the handlers that follow them.
 */
export function createIndexHandlers(
  service: Service,
  origin: string,
  { checkHost, pageOriginOf }: PageServer,
): HttpHandler[] {
  const done = new DoneForms();
  const key = randomUUID();
  const handle = (path: string, serve: Serve): HttpHandler =>
    http.all(origin + path, async ({ request, params }) => {
      const forbidden = checkHost(request);
      if (forbidden) return forbidden;
      const id = typeof params['id'] === 'string' ? params['id'] : '';
      return await serve({ service, origin: pageOriginOf(request), key }, request, id);
    });
  const page = (path: string, show: (view: IndexView, id: string) => Response): HttpHandler =>
    handle(path, (view, request, id) => (isRead(request) && wantsPage(request) ? show(view, id) : undefined));
  return [
    handle(indexPath, (view, request) => {
      if (request.method === 'POST' && isForm(request)) return respondToForm(view, request, done);
      if (isRead(request) && wantsPage(request)) return indexPage({ ...view, outcome: done.take(request) });
      return undefined;
    }),
    handle(eventsPath, (view, request) =>
      request.method === 'GET' && wantsEvents(request) ? eventsResponse(view, request) : undefined,
    ),
    page(requestsPath, requestsPage),
    page(`${requestsPath}/:id`, requestPage),
  ];
}

/** Does what a form asks for, then redirects: a page that is reloaded sends no form again. */
async function respondToForm(view: IndexView, request: Request, done: DoneForms): Promise<Response> {
  const values = new URLSearchParams(await request.text());
  const form = formNameOf(values.get('action'));
  if (!form) return problemPage(400, 'Unknown form', 'The page has no form with this name.');
  if (values.get(digestField) !== digestOf(view.key, form, ...subjectOf(view, values))) return outdatedForm();
  try {
    const { problem, notice } = await takeForm(view.service, form, values);
    if (problem) return indexPage({ ...view, outcome: { form, problem } });
    if (notice) done.add(form, notice);
    return seeOther(`${indexPath}?done=${form}#${sectionOfForm[form]}`);
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    return problemPage(500, 'The change was not made', error.message);
  }
}

/** What a form changes, as it is now: the session of its purchase. */
function subjectOf({ service }: IndexView, values: URLSearchParams): readonly unknown[] {
  const purchaseId = values.get('purchase');
  const session = purchaseId === null ? undefined : service.context.store.sessionOf(purchaseId);
  return session ? identityOf(session) : [];
}

/** The form is that of another purchase, of a sandbox that has ended, or of a script. */
function outdatedForm(): Response {
  return problemPage(
    409,
    'This page is out of date',
    html`The sandbox has changed since the page was opened, or was started again. Nothing was changed. See the
      <a href="${indexPath}">page as it is now</a>. Scripts use <code>publisher-commerce trigger</code>, or
      the control endpoint, instead.`,
  );
}

/** The notices of forms that were done, until a page has shown them: an address alone proves nothing, and may be loaded again. */
class DoneForms {
  readonly #notices = new Map<FormName, Notice>();

  add(form: FormName, notice: Notice): void {
    this.#notices.set(form, notice);
  }

  /** The form that was done before the redirect to this request. */
  take({ method, url }: Request): IndexView['outcome'] {
    const form = formNameOf(new URL(url).searchParams.get('done'));
    const notice = form && this.#notices.get(form);
    if (form === undefined || notice === undefined || method !== 'GET') return undefined;
    this.#notices.delete(form);
    return { form, notice };
  }
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
}

function wantsEvents({ headers }: Request): boolean {
  return /\btext\/event-stream\b/i.test(headers.get('accept') ?? '');
}
