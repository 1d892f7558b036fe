import { jsonBytes } from '../json-bytes.ts';
import { jsonResponse } from '../json-response.ts';

/** Rejects a request to the control endpoint or a page; `undefined` lets it pass. */
export type LocalOnly = (request: Request) => Response | undefined;

/**
 * Lets only this machine use the control endpoint and the pages.
 *
 * Any page in this machine's browser can send requests to loopback: one from elsewhere is known by its `Origin`, or by
 * a `Host` whose DNS entry was changed to point here (DNS rebinding).
 */
export function localOnly(allowedHosts: ReadonlySet<string>): LocalOnly {
  return ({ headers }) => {
    const host = headers.get('host');
    const origin = headers.get('origin');
    if (host !== null && !isAllowed(`http://${host}`, allowedHosts))
      return reject(`the host ${host} is`, host);
    if (origin !== null && !isAllowed(origin, allowedHosts))
      return reject(`pages from ${origin} are`, origin);
    return undefined;
  };
}

/** The name of a host in the form that URLs have; `undefined` where the text is none, or more than a name. */
export function hostName(text: string): string | undefined {
  const url = `http://${text}`;
  if (!/^(\[[^\]]*\]|[^\s/\\?#@:[\]]+)$/.test(text) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return /^[\w.:[\]-]+$/.test(hostname) ? hostname : undefined;
}

function isAllowed(url: string, allowedHosts: ReadonlySet<string>): boolean {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@]+$/i.test(url) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname) ||
    allowedHosts.has(hostname)
  );
}

function reject(what: string, received: string): Response {
  const name = hostName(received.replace(/^https?:\/\//, '').replace(/:\d+$/, ''));
  const hint =
    name === undefined
      ? ''
      : `: to allow this name, start the sandbox with --allow-host ${name}, or with listen({ allowedHosts: ['${name}'] })`;
  const message = `The control endpoint and the pages of the sandbox are only for this machine, and ${what} not allowed${hint}`;
  return jsonResponse(403, jsonBytes({ message }));
}
