import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

import { utcMonth } from '../../../api/utc-range.ts';
import { ApiError } from '../../../errors/index.ts';
import { counted } from '../../format.ts';
import type { Check, Verdict } from '../check.ts';
import type { Reply } from '../read-only-caller.ts';
import { failureIn } from '../received.ts';

const section = 'Connection';
const noNetwork = { status: 'skipped', text: 'the built-in sandbox has no network' } as const;

const address: Check = {
  name: 'address',
  section,
  run: ({ service: { environment, baseUrl } }) => ({
    status: 'ok',
    text: `${baseUrl} (${environment})`,
    finding: { environment, baseUrl },
  }),
};

/** A proxy may resolve the name where this computer cannot: so a failure is a note, and hides nothing. */
const dns: Check = {
  name: 'dns',
  section,
  async run({ service: { isDemo, baseUrl } }): Promise<Verdict> {
    if (isDemo) return noNetwork;
    const host = hostOf(baseUrl);
    if (isIP(host)) return { status: 'ok', text: 'the address has no name to resolve' };
    try {
      const addresses = await lookup(host, { all: true });
      const families = [...new Set(addresses.map(({ family }) => `IPv${family}`))].sort();
      const text = `resolved to ${families.join(' and ')}`;
      return { status: 'ok', text, finding: { addresses: addresses.length, families } };
    } catch (error) {
      return { status: 'note', text: `${host} cannot be resolved by this computer (${codeOf(error)})` };
    }
  },
};

/** What a TLS handshake shows; nothing is sent in it. */
interface Handshake {
  readonly protocol: string;
  readonly alpn: string | undefined;
  readonly validTo: Date;
}

const expirySoon = 21;

const tls: Check<Handshake> = {
  name: 'tls',
  section,
  async run({ service: { isDemo, baseUrl } }): Promise<Verdict<Handshake>> {
    if (isDemo) return noNetwork;
    if (new URL(baseUrl).protocol === 'http:')
      return { status: 'skipped', text: 'plain HTTP, which is possible on this computer only' };
    let shown: Handshake;
    try {
      shown = await handshake(baseUrl);
    } catch (error) {
      const code = codeOf(error);
      // Through a proxy, the handshake of the requests may succeed.
      const status = /CERT|SIGNED|SIGNATURE|HOSTNAME/.test(code) ? 'problem' : 'note';
      return { status, text: `the TLS handshake failed (${code})` };
    }
    const { protocol, validTo } = shown;
    const days = Math.floor((validTo.getTime() - Date.now()) / 86_400_000);
    return {
      status: days < expirySoon ? 'note' : 'ok',
      text: `${protocol}; the certificate is trusted, and expires in ${counted(days, 'day')}`,
      finding: { protocol, expires: validTo.toISOString(), days },
      material: shown,
    };
  },
};

const httpVersion: Check = {
  name: 'http-version',
  section,
  needs: [tls],
  run(doctor) {
    const { alpn = 'http/1.1' } = doctor.materialOf(tls);
    const text = alpn === 'h2' ? 'HTTP/2 is offered' : 'HTTP/1.1';
    return { status: 'ok', text, finding: alpn };
  },
};

/** The first request: the transaction report of last month, with one row. */
export const response: Check<Reply> = {
  name: 'response',
  section,
  async run({ caller, service }) {
    const range = service.range ?? utcMonth('last');
    const reply = await caller.call(1, ({ transactions }) => transactions.getPage({ ...range, limit: 1 }));
    const { exchange } = reply;
    if (!exchange) return { status: 'problem', text: failureIn(reply) };
    const text = `status ${exchange.status} after ${Math.round(exchange.milliseconds)} ms`;
    return { status: 'ok', text, finding: exchange.status, material: reply };
  },
};

/** Signatures of callbacks are valid for five minutes. */
const signatureTolerance = 300;

const clock: Check = {
  name: 'clock',
  section,
  spec: '§5',
  needs: [response],
  run(doctor): Verdict {
    const { exchange } = doctor.materialOf(response);
    const date = Date.parse(exchange?.headers.get('date') ?? '');
    if (!exchange || Number.isNaN(date) || exchange.headers.has('age')) {
      return { status: 'undetermined', text: 'the response has no Date header of its own' };
    }
    // The header was written between the two, and has no milliseconds.
    const [earliest, latest] = [date - exchange.receivedAt, date + 1000 - exchange.sentAt];
    const seconds = Math.round((earliest > 0 ? earliest : latest < 0 ? latest : 0) / 1000);
    if (seconds === 0) return { status: 'ok', text: 'the clocks agree to a second', finding: 0 };
    const text = `the service's clock is ${counted(Math.abs(seconds), 'second')} ${seconds > 0 ? 'ahead' : 'behind'}`;
    const isLate = Math.abs(seconds) >= signatureTolerance;
    return {
      status: isLate ? 'problem' : 'note',
      text: isLate ? `${text}: signatures of callbacks would be rejected` : text,
      finding: seconds,
    };
  },
};

/** Whether the service accepts the token, and is the right service: everything else needs it. */
export const token: Check<true> = {
  name: 'token',
  section,
  spec: '§5, §7.1',
  needs: [response],
  async run(doctor): Promise<Verdict<true>> {
    const first = doctor.materialOf(response);
    if (isAccepted(first)) return { status: 'ok', text: 'accepted', finding: true, material: true };
    // One operation may fail for reasons of its own.
    const second = await doctor.caller.call(0, ({ pricePoints }) => pricePoints.list());
    const failures = [first, second].map(failureIn);
    if (isAccepted(second)) {
      const text = `accepted for price points, but transactions fail: ${failures[0] ?? ''}`;
      return { status: 'note', text, finding: true, material: true };
    }
    const isRejected = statusOf(first) === 401 && statusOf(second) === 401;
    const different = [...new Set(failures)].join('; price points: ');
    return {
      status: 'problem',
      text: `${isRejected ? 'rejected' : 'no request succeeds'}: ${different}`,
      finding: isRejected ? 'rejected' : (statusOf(first) ?? 'failed'),
      settings: {
        advice: isRejected
          ? 'A valid token: PUBLISHER_TOKEN, or PUBLISHER_SANDBOX_TOKEN in the sandbox.'
          : 'Check the address: PUBLISHER_BASE_URL or PUBLISHER_SANDBOX_URL, with its path, if it has one.',
      },
    };
  },
};

/** A response that is not as documented, or an error in the parameters, comes from behind the token. */
function isAccepted({ error, exchange }: Reply): boolean {
  if (!error) return true;
  if (error instanceof ApiError) return error.status === 400 && error.reason !== undefined;
  return exchange?.status === 200 && exchange.value !== undefined;
}

function statusOf({ error }: Reply): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
}

async function handshake(baseUrl: string): Promise<Handshake> {
  const { port } = new URL(baseUrl);
  const host = hostOf(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<Handshake>();
  const socket = connect({
    host,
    port: port === '' ? 443 : Number(port),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['h2', 'http/1.1'],
    timeout: 10_000,
  });
  socket.once('secureConnect', () => {
    const { valid_to: validTo } = socket.getPeerCertificate();
    const alpn = typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : undefined;
    resolve({ protocol: socket.getProtocol() ?? 'TLS', alpn, validTo: new Date(validTo) });
  });
  socket.once('timeout', () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
  socket.once('error', reject);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

export const connectionChecks: readonly Check[] = [address, dns, tls, httpVersion, response, clock, token];
