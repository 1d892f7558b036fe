import { requestIdHeaders } from '../../../http/response.ts';
import { counted, grouped } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import type { Exchange } from '../read-only-caller.ts';
import { token } from './connection.ts';
import { checkOfOperation } from './operations.ts';

const section = 'Headers and times';

/** The names of all headers that match, of all responses. */
function headerNames({ caller }: Doctor, pattern: RegExp): readonly string[] {
  const names = caller.exchanges.flatMap(({ headers }) => [...headers.keys()]);
  return [...new Set(names)].filter((name) => pattern.test(name)).sort();
}

const requestId: Check = {
  name: 'request-id',
  section,
  spec: '§7',
  needs: [token],
  question: 'Which header identifies a request, for your support?',
  run(doctor): Verdict {
    const { exchanges } = doctor.caller;
    const name = requestIdHeaders.find((one) => exchanges.some(({ headers }) => headers.has(one)));
    if (name !== undefined) {
      const isAlways = exchanges.every(({ headers }) => headers.has(name));
      return {
        status: 'ok',
        text: `${name}, in ${isAlways ? 'every response' : 'some responses'}`,
        finding: name,
      };
    }
    const others = headerNames(doctor, /request.?id|correlation|trace/);
    const text = others.length > 0 ? `none that the client knows; perhaps ${others.join(', ')}` : 'none';
    return { status: 'note', text, finding: [...others] };
  },
};

const rateLimit: Check = {
  name: 'rate-limit',
  section,
  spec: '§8',
  needs: [token],
  question: 'How many requests per minute are allowed, in total and for each operation?',
  run(doctor): Verdict {
    const { exchanges, budget } = doctor.caller;
    const headers = headerNames(doctor, /^(x-)?rate-?limit|^retry-after$/);
    const rejected = exchanges.filter(({ status }) => status === 429).length;
    const [first, last] = [exchanges[0], exchanges.at(-1)];
    const seconds = Math.max(1, ((last?.receivedAt ?? 0) - (first?.sentAt ?? 0)) / 1000);
    const sent = `${counted(exchanges.length, 'request')} in ${grouped(Math.round(seconds))} s`;
    const named = headers.length > 0 ? `; headers: ${headers.join(', ')}` : '; no headers name a limit';
    const finding = { rejected, headers: [...headers] };
    if (rejected === 0) {
      return { status: 'undetermined', text: `${sent} were within it${named}`, finding };
    }
    const perSecond = exchanges.length / seconds;
    // Half of what was too much: a start, and no measured limit.
    const requestsPerMinute = Math.max(1, Math.floor((Math.min(perSecond, budget.rate) * 60) / 2));
    const text = `${rejected} of ${sent} rejected with 429${named}`;
    const advice = `export and load: --rate-limit ${requestsPerMinute}.`;
    return {
      status: 'note',
      text,
      finding,
      settings: { client: { rateLimit: { requestsPerMinute } }, advice },
    };
  },
};

const compression: Check = {
  name: 'compression',
  section,
  needs: [token],
  run({ caller, service }): Verdict {
    if (service.isDemo) return { status: 'skipped', text: 'the built-in sandbox has no network' };
    const codings = [...new Set(caller.exchanges.map(({ headers }) => headers.get('content-encoding')))];
    const used = codings.flatMap((coding) => (coding === null ? [] : coding.toLowerCase())).sort();
    const largest = Math.max(...caller.exchanges.map(({ bytes }) => bytes));
    if (used.length > 0) return { status: 'ok', text: used.join(', '), finding: used };
    return { status: 'note', text: `none, of up to ${counted(largest, 'byte')}`, finding: [] };
  },
};

const deprecation: Check = {
  name: 'deprecation',
  section,
  spec: '§9',
  needs: [token],
  question: 'How are changes and deprecations announced, and for how long do old versions work?',
  run(doctor): Verdict {
    const names = headerNames(doctor, /^(deprecation|sunset|warning)$/);
    if (names.length === 0) return { status: 'undetermined', text: 'no header announces any', finding: [] };
    return { status: 'note', text: `announced by ${names.join(', ')}`, finding: [...names] };
  },
};

/** The default timeout of the client is 30 seconds. */
const slow = 10_000;

const latency: Check = {
  name: 'latency',
  section,
  needs: [token],
  run({ caller }): Verdict {
    const found = Object.keys(checkOfOperation).flatMap((operation) => {
      const exchanges = caller.exchanges.filter((one) => one.operation === operation);
      return exchanges.length > 0 ? [{ operation, ...summarize(exchanges) }] : [];
    });
    const texts = found.map(
      ({ operation, median, worst, requests, bytes }) =>
        `${operation} ${median}, worst ${worst} (${counted(requests, 'request')}, up to ${grouped(bytes)} bytes)`,
    );
    const worst = Math.max(...found.map((one) => one.worst));
    return {
      status: worst > slow ? 'note' : 'ok',
      text: `median in ms: ${texts.join('; ')}`,
      finding: found,
      ...(worst > slow && { settings: { client: { timeout: 60_000, totalTimeout: 300_000 } } }),
    };
  },
};

function summarize(exchanges: readonly Exchange[]) {
  const times = exchanges
    .map(({ milliseconds }) => Math.round(milliseconds))
    .sort((one, other) => one - other);
  return {
    median: times[Math.floor((times.length - 1) / 2)] ?? 0,
    worst: times.at(-1) ?? 0,
    requests: times.length,
    bytes: Math.max(...exchanges.map(({ bytes }) => bytes)),
  };
}

export const headerChecks: readonly Check[] = [requestId, rateLimit, compression, deprecation, latency];
