import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

import { utcMonth } from '../../../client/api/utc-range.ts';
import { ApiError } from '../../../client/errors/index.ts';
import { errorCode } from '../../../shared/error-code.ts';
import { counted } from '../../format.ts';
import { type Check, check, note, ok, problem, skipped, undetermined } from '../check.ts';
import type { Reply } from '../read-only-caller.ts';
import { failureIn, isSuccess, readPage } from '../received.ts';

export const noNetwork = skipped('the built-in sandbox has no network');

const address = check({ name: 'address' }, ({ service: { environment, baseUrl } }) =>
  ok(`${baseUrl} (${environment})`, { environment, baseUrl }),
);

/** A proxy may resolve the name where this computer cannot: so a failure is a note, and hides nothing. */
const dns = check({ name: 'dns' }, async ({ service: { isDemo, baseUrl } }) => {
  if (isDemo) return noNetwork;
  const host = hostOf(baseUrl);
  if (isIP(host)) return ok('the address has no name to resolve');
  try {
    const addresses = await lookup(host, { all: true });
    const families = [...new Set(addresses.map(({ family }) => `IPv${family}`))].sort();
    return ok(`resolved to ${families.join(' and ')}`, { addresses: addresses.length, families });
  } catch (error) {
    return note(`${host} cannot be resolved by this computer (${errorCode(error) ?? 'unknown'})`);
  }
});

const expirySoon = 21;

/** Its material is the protocol of HTTP that the service offers. */
const tls = check({ name: 'tls' }, async ({ service: { isDemo, baseUrl } }) => {
  if (isDemo) return noNetwork;
  const url = new URL(baseUrl);
  if (url.protocol === 'http:') return skipped('plain HTTP, which is possible on this computer only');
  try {
    const { protocol, alpn, validTo } = await handshake(url);
    const days = Math.floor((validTo.getTime() - Date.now()) / 86_400_000);
    return (days < expirySoon ? note : ok)(
      `${protocol}; the certificate is trusted, and expires in ${counted(days, 'day')}`,
      { protocol, expires: validTo.toISOString(), days },
      { material: alpn },
    );
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    // Through a proxy, the handshake of the requests may succeed.
    const isUntrusted = /CERT|SIGNED|SIGNATURE|HOSTNAME/.test(code);
    return (isUntrusted ? problem : note)(`the TLS handshake failed (${code})`);
  }
});

/** Connects, and sends nothing. */
async function handshake({ href, port }: URL) {
  const host = hostOf(href);
  const socket = connect({
    host,
    port: port === '' ? 443 : Number(port),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['h2', 'http/1.1'],
    timeout: 10_000,
  });
  socket.once('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
  try {
    await once(socket, 'secureConnect');
    const alpn = socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1';
    const validTo = new Date(socket.getPeerCertificate().valid_to);
    return { protocol: socket.getProtocol() ?? 'TLS', alpn, validTo };
  } finally {
    socket.destroy();
  }
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
}

const httpVersion = check({ name: 'http-version', needs: [tls] }, (_, alpn) =>
  ok(alpn === 'h2' ? 'HTTP/2 is offered' : 'HTTP/1.1', alpn),
);

/** The first request: the transaction report of last month, with one row. */
export const response = check({ name: 'response' }, async ({ caller, service }) => {
  const reply = await readPage(caller, { ...(service.range ?? utcMonth('last')), limit: 1 });
  const { exchange } = reply;
  if (!exchange) return problem(failureIn(reply));
  const text = `status ${exchange.status} after ${Math.round(exchange.milliseconds)} ms`;
  return ok(text, exchange.status, { material: { ...reply, exchange } });
});

/** Signatures of callbacks are valid for five minutes. */
const signatureTolerance = 300;

const clock = check({ name: 'clock', spec: '§5', needs: [response] }, (_, { exchange }) => {
  const date = Date.parse(exchange.headers.get('date') ?? '');
  if (Number.isNaN(date) || exchange.headers.has('age'))
    return undetermined('the response has no Date header of its own');
  // The header was written between the two, and has no milliseconds.
  const [earliest, latest] = [date - exchange.receivedAt, date + 1000 - exchange.sentAt];
  const seconds = Math.round((earliest > 0 ? earliest : latest < 0 ? latest : 0) / 1000);
  if (seconds === 0) return ok('the clocks agree to a second', 0);
  const text = `the service's clock is ${counted(Math.abs(seconds), 'second')} ${seconds > 0 ? 'ahead' : 'behind'}`;
  return Math.abs(seconds) < signatureTolerance
    ? note(text, seconds)
    : problem(`${text}: signatures of callbacks would be rejected`, seconds);
});

const tokenAdvice = {
  rejected: 'A valid token: PUBLISHER_TOKEN, or PUBLISHER_SANDBOX_TOKEN in the sandbox.',
  failed: 'Check the address: PUBLISHER_BASE_URL or PUBLISHER_SANDBOX_URL, with its path, if it has one.',
};

/** Whether the service accepts the token, and is the right service: everything else needs it. */
export const token = check(
  { name: 'token', spec: '§5, §7.1', needs: [response] },
  async ({ caller }, first) => {
    if (isAccepted(first)) return ok('accepted', true, { material: true });
    // One operation may fail for reasons of its own.
    const second = await caller.call(0, ({ pricePoints }) => pricePoints.list());
    const failures = [first, second].map(failureIn);
    if (isAccepted(second)) {
      const text = `accepted for price points, but transactions fail: ${failures[0] ?? ''}`;
      return note(text, true, { material: true });
    }
    const different = [...new Set(failures)].join('; price points: ');
    if (statusOf(first) === 401 && statusOf(second) === 401)
      return problem(`rejected: ${different}`, 'rejected', { settings: { advice: tokenAdvice.rejected } });
    return problem(`no request succeeds: ${different}`, statusOf(first) ?? 'failed', {
      settings: { advice: tokenAdvice.failed },
    });
  },
);

/** A response that is not as documented, or an error in the parameters, comes from behind the token. */
function isAccepted({ error, exchange }: Reply): boolean {
  if (!error) return true;
  if (error instanceof ApiError) return error.status === 400 && error.reason !== undefined;
  return isSuccess(exchange) && exchange?.value !== undefined;
}

function statusOf({ error }: Reply): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

export const connectionChecks: readonly Check[] = [address, dns, tls, httpVersion, response, clock, token];
