import { isLoopback } from '../../client/options/environment.ts';
import { problemResponse } from './failure.ts';

/** Returns a 403 response for a request from elsewhere, or `undefined` if the request is allowed. */
export type HostCheck = (request: Request) => Response | undefined;

/**
 * Restricts the control endpoint and the pages, with their forms, to this machine.
 *
 * Any page in a browser on this machine can send requests and forms to loopback. A page of another origin, which includes
 * another port of this machine, is recognized by its `Origin`, by what the browser says in `Sec-Fetch-Site`, or by a `Host`
 * whose DNS entry was changed to point here (DNS rebinding). Pages of an allowed host are allowed on any port.
 *
 * A request with neither header is that of a program: every browser since 2020 sends one of them with a form.
 */
export function localOnly(allowedHosts: AllowedHosts): HostCheck {
  return (request) => {
    const sender = foreignSender(request, allowedHosts);
    return sender === undefined
      ? undefined
      : problemResponse(request, 403, `${rule}: ${sender} not allowed. ${advice}`);
  };
}

/** Names of hosts, as in URLs. */
export type AllowedHosts = ReadonlySet<string | undefined>;

const rule =
  'The control endpoint and the pages of the sandbox accept requests from this machine and from their own origin only';
const advice =
  "To allow another host, start the sandbox with --allow-host NAME, or call listen({ allowedHosts: ['NAME'] })";

/** What is not allowed about a request; `undefined` if it is allowed. */
function foreignSender({ method, headers }: Request, allowedHosts: AllowedHosts): string | undefined {
  const host = headers.get('host');
  if (host !== null && !isAllowedHost(host, allowedHosts)) return `the host ${host} is`;
  // Other sites may link to a page, which they cannot read.
  if (method === 'GET' && headers.get('sec-fetch-dest') === 'document') return undefined;
  const origin = headers.get('origin');
  if (origin !== null) {
    const hostname = hostnameOf(origin);
    if (hostname !== undefined && allowedHosts.has(hostname)) return undefined;
    // Without a port, in a test, nothing says what the sandbox's own origin is.
    const isOwn =
      host === null || (hostname !== undefined && new URL(origin).host === new URL(`http://${host}`).host);
    if (!isOwn || !isLoopback(hostname ?? '')) return `pages from ${origin} are`;
  }
  const site = headers.get('sec-fetch-site');
  // `none` is the person at the browser, for example who reloads an error page.
  return site === null || site === 'same-origin' || site === 'none'
    ? undefined
    : 'requests of pages of another origin are';
}

/** Whether a `Host` header names this machine, or an allowed host, on any port. */
export function isAllowedHost(host: string, allowedHosts: AllowedHosts): boolean {
  const hostname = hostnameOf(`http://${host}`);
  return hostname !== undefined && (isLoopback(hostname) || allowedHosts.has(hostname));
}

/** A host name in the form it has in URLs; `undefined` if the string is not a host name alone. */
export function hostName(name: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[\p{L}\p{N}._-]+)$/iu.test(name) ? hostnameOf(`http://${name}`) : undefined;
}

/** The host of an origin; `undefined` if it is none, or opaque. */
function hostnameOf(origin: string): string | undefined {
  const isOrigin = /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@]+$/i.test(origin) && URL.canParse(origin);
  return isOrigin ? new URL(origin).hostname : undefined;
}
