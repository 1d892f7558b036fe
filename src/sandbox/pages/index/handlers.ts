import { http, type HttpHandler } from 'msw';

import type { Service } from '../../service.ts';
import { DataFileError } from '../../store/data-file.ts';
import { indexPath, isRead, type PageServer, problemPage, seeOther, wantsPage } from '../page.ts';
import type { FormName, IndexView } from './form.ts';
import { indexPage } from './index-page.ts';
import { formNameOf, takeForm } from './take-form.ts';

/** The msw handler of the index page, for browsers. It leaves the requests of programs to the handlers that follow it. */
export function createIndexHandler(
  service: Service,
  origin: string,
  { checkHost, pageOriginOf }: PageServer,
): HttpHandler {
  const done = new DoneForms();
  return http.all(origin + indexPath, async ({ request }) => {
    const forbidden = checkHost(request);
    if (forbidden) return forbidden;
    const view: IndexView = { service, origin: pageOriginOf(request) };
    if (request.method === 'POST' && isForm(request)) return await respondToForm(view, request, done);
    if (isRead(request) && wantsPage(request)) return indexPage({ ...view, outcome: done.take(request) });
    return undefined;
  });
}

/** Does what a form asks for, then redirects: a page that is reloaded sends no form again. */
async function respondToForm(view: IndexView, request: Request, done: DoneForms): Promise<Response> {
  const { service } = view;
  const values = new URLSearchParams(await request.text());
  const form = formNameOf(values.get('action'));
  if (!form) return problemPage(400, 'Unknown form', 'The page has no form with this name.');
  try {
    const problem = takeForm(service, form, values);
    if (problem) return indexPage({ ...view, outcome: { form, problem } });
    done.add(form);
    return seeOther(`${indexPath}?done=${form}#${sectionOf(form)}`);
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    return problemPage(500, 'The change was not made', error.message);
  }
}

/** The forms that were done, until a page has said so: an address alone proves nothing, and may be loaded again. */
class DoneForms {
  readonly #forms = new Set<FormName>();

  add(form: FormName): void {
    this.#forms.add(form);
  }

  /** The form that was done before the redirect to this request. */
  take({ method, url }: Request): IndexView['outcome'] {
    const form = formNameOf(new URL(url).searchParams.get('done'));
    if (form === undefined || method !== 'GET') return undefined;
    return this.#forms.delete(form) ? { form } : undefined;
  }
}

function sectionOf(form: FormName): string {
  return form === 'advance' ? 'advance' : 'fault';
}

function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
}
