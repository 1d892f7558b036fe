import { jsonResponse } from './json.ts';

/** Returns a 403 response for a request from elsewhere, or `undefined` if the request is allowed. */
export type HostCheck = (request: Request) => Response | undefined;

/**
 * Restricts the control endpoint and the pages to this machine.
 *
 * Any page in a browser on this machine can send requests to loopback. A page of another origin, which includes another
 * port of this machine, is recognized by its `Origin`, or by a `Host` whose DNS entry was changed to point here (DNS
 * rebinding). Pages of an allowed host are allowed on any port.
 */
export function localOnly(allowedHosts: ReadonlySet<string>): HostCheck {
  return ({ headers }) => {
    const problem = hostProblem(headers, allowedHosts) ?? originProblem(headers, allowedHosts);
    return problem === undefined ? undefined : jsonResponse(403, { message: problem });
  };
}

/** Why the `Host` of a request is rejected; `undefined` if it is allowed. */
export function hostProblem(headers: Headers, allowedHosts: ReadonlySet<string>): string | undefined {
  const host = headers.get('host');
  return host === null || isAllowedHost(host, allowedHosts)
    ? undefined
    : explain(`the host ${host} is`, host);
}

function originProblem(headers: Headers, allowedHosts: ReadonlySet<string>): string | undefined {
  const origin = headers.get('origin');
  return origin === null || isAllowedOrigin(origin, headers.get('host'), allowedHosts)
    ? undefined
    : explain(`pages from ${origin} are`, origin);
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

function explain(what: string, received: string): string {
  const name = hostName(received.replace(/^https?:\/\//, '').replace(/:\d+$/, ''));
  const hint =
    name === undefined
      ? ''
      : `. To allow it, start the sandbox with --allow-host ${name}, or call listen({ allowedHosts: ['${name}'] })`;
  return `The control endpoint and the pages of the sandbox accept requests from this machine and from their own origin only: ${what} not allowed${hint}`;
}
