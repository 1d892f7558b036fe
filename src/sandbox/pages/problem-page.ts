import { type Content, html } from '../../html/markup.ts';
import { indexPath } from './index/paths.ts';
import { pageResponse } from './page.ts';

/** A page that says what is wrong with a request, in English: it belongs to no session. */
export function problemPage(status: number, heading: string, explanation: Content): Response {
  return pageResponse({
    status,
    title: heading,
    narrow: true,
    body: html`<header>
        <p class="kicker"><a href="${indexPath}">Sandbox</a></p>
        <h1>${heading}</h1>
      </header>
      <main>
        <div class="card"><p>${explanation}</p></div>
      </main>`,
  });
}
