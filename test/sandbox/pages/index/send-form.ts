import { request } from 'node:http';

/** What a page has responded. */
export interface PageReceived {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request with any headers, also those that `fetch` does not allow to set. Redirects are not followed. */
export function sendTo(
  url: string,
  options: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<PageReceived> {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Opens a page as a browser does. */
export function openPage(url: string, headers: Readonly<Record<string, string>> = {}): Promise<PageReceived> {
  return sendTo(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers } });
}

/** The digest in a form of a page; empty if it has no such form. */
export async function digestOf(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { text } = await openPage(url);
  const wanted = ['action', 'purchase', 'session', 'callback'].filter((name) => name in fields);
  const form = [...text.matchAll(/<form.*?<\/form>/gs)]
    .map(([one]) => one)
    .find((one) => wanted.every((name) => one.includes(`name="${name}" value="${fields[name] ?? ''}"`)));
  return /name="digest" value="([\w-]{43})"/.exec(form ?? '')?.[1] ?? '';
}

/** Sends a form of a page, with the headers of a browser on that page; by default, with the digest in its form. */
export async function sendForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageReceived> {
  const digest = fields['digest'] ?? (await digestOf(url, fields));
  return sendTo(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(url).origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: new URLSearchParams({ ...fields, digest }).toString(),
  });
}
