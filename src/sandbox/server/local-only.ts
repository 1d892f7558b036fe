import { type HostCheck, problemResponse } from '../pages/page.ts';

/**
 * Restricts the control endpoint and the pages, with their forms, to this machine.
 *
 * Any page in a browser on this machine can send requests and forms to loopback. A page of another origin, which includes
 * another port of this machine, is recognized by its `Origin`, by what the browser says in `Sec-Fetch-Site`, or by a `Host`
 * whose DNS entry was changed to point here (DNS rebinding). Pages of an allowed host are allowed on any port.
 *
 * A request with neither header is that of a program: every browser since 2020 sends one of them with a form.
 */
export function localOnly(allowedHosts: ReadonlySet<string>): HostCheck {
  return (request) => {
    const problem = hostProblem(request, allowedHosts) ?? senderProblem(request, allowedHosts);
    return problem === undefined ? undefined : problemResponse(request, 403, problem);
  };
}

function hostProblem({ headers }: Request, allowedHosts: ReadonlySet<string>): string | undefined {
  const host = headers.get('host');
  return host === null || isAllowedHost(host, allowedHosts)
    ? undefined
    : explain(`the host ${host} is`, howToAllow(host));
}

function senderProblem({ method, headers }: Request, allowedHosts: ReadonlySet<string>): string | undefined {
  // Other sites may link to a page, which they cannot read.
  if (method === 'GET' && headers.get('sec-fetch-dest') === 'document') return undefined;
  const origin = headers.get('origin');
  if (origin !== null) {
    if (!isAllowedOrigin(origin, headers.get('host'), allowedHosts)) {
      return explain(`pages from ${origin} are`, origin === 'null' ? opaqueOrigin : howToAllow(origin));
    }
    if (allowedHosts.has(new URL(origin).hostname)) return undefined;
  }
  const site = headers.get('sec-fetch-site');
  // `none` is the person at the browser, for example who reloads an error page.
  return site === null || site === 'same-origin' || site === 'none'
    ? undefined
    : explain('requests of pages of another origin are');
}

function isAllowedOrigin(origin: string, host: string | null, allowedHosts: ReadonlySet<string>): boolean {
  if (!isAllowed(origin, allowedHosts)) return false;
  // Without a port, in a test, nothing says what the sandbox's own origin is.
  if (host === null) return true;
  const { host: pageHost, hostname } = new URL(origin);
  return pageHost === new URL(`http://${host}`).host || allowedHosts.has(hostname);
}

/** Whether a `Host` header names this machine, or an allowed host, on any port. */
export function isAllowedHost(host: string, allowedHosts: ReadonlySet<string>): boolean {
  return isAllowed(`http://${host}`, allowedHosts);
}

/** A host name in the form it has in URLs; `undefined` if the string is not a host name alone. */
export function hostName(name: string): string | undefined {
  const url = `http://${name}`;
  if (!/^(\[[^\]]*\]|[^\s/\\?#@:[\]]+)$/.test(name) || !URL.canParse(url)) return undefined;
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

const opaqueOrigin =
  '. Sandboxed frames and file: pages have this origin, which cannot be allowed: serve the page from a host, and allow that';

/** How to allow a host or an origin; empty if it is not the name of a host. */
function howToAllow(received: string): string {
  const name = hostName(received.replace(/^https?:\/\//, '').replace(/:\d+$/, ''));
  return name === undefined
    ? ''
    : `. To allow it, start the sandbox with --allow-host ${name}, or call listen({ allowedHosts: ['${name}'] })`;
}

function explain(what: string, hint = ''): string {
  return `The control endpoint and the pages of the sandbox accept requests from this machine and from their own origin only: ${what} not allowed${hint}`;
}
