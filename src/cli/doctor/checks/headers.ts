import { requestIdHeaders } from '../../../client/http/response-headers.ts';
import { counted, grouped } from '../../format.ts';
import { type Check, check, note, ok, undetermined } from '../check.ts';
import type { ReadOnlyCaller } from '../read-only-caller.ts';
import { noNetwork, token } from './connection.ts';
import { checkOfOperation } from './operations.ts';

/** The names of all headers that match, of all responses. */
function headerNames({ exchanges }: ReadOnlyCaller, pattern: RegExp): readonly string[] {
  const names = exchanges.flatMap(({ headers }) => [...headers.keys()]);
  return [...new Set(names)].filter((name) => pattern.test(name)).sort();
}

const requestId = check({ name: 'request-id', spec: '§7', needs: [token] }, ({ caller }) => {
  const { exchanges } = caller;
  const name = requestIdHeaders.find((one) => exchanges.some(({ headers }) => headers.has(one)));
  if (name !== undefined) {
    const isAlways = exchanges.every(({ headers }) => headers.has(name));
    return ok(`${name}, in ${isAlways ? 'every response' : 'some responses'}`, name);
  }
  const others = headerNames(caller, /request.?id|correlation|trace/);
  const text = others.length > 0 ? `none that the client knows; perhaps ${others.join(', ')}` : 'none';
  return note(text, others);
});

const rateLimit = check({ name: 'rate-limit', spec: '§8', needs: [token] }, ({ caller }) => {
  const { exchanges, budget } = caller;
  const headers = headerNames(caller, /^(x-)?rate-?limit|^retry-after$/);
  const rejected = exchanges.filter(({ status }) => status === 429).length;
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  const seconds = Math.max(1, ((last?.receivedAt ?? 0) - (first?.sentAt ?? 0)) / 1000);
  const sent = `${counted(exchanges.length, 'request')} in ${grouped(Math.round(seconds))} s`;
  const named = headers.length > 0 ? `; headers: ${headers.join(', ')}` : '; no headers name a limit';
  const finding = { rejected, headers };
  if (rejected === 0) return undetermined(`${sent} were within it${named}`, finding);
  const perMinute = Math.min((exchanges.length / seconds) * 60, budget.rateLimit);
  // Half of what was too much: a start, and no measured limit.
  const requestsPerMinute = Math.max(1, Math.floor(perMinute / 2));
  const advice = `export and load: --rate-limit ${requestsPerMinute}.`;
  const settings = { client: { rateLimit: { requestsPerMinute } }, advice };
  return note(`${rejected} of ${sent} rejected with 429${named}`, finding, { settings });
});

const compression = check({ name: 'compression', needs: [token] }, ({ caller, service }) => {
  if (service.isDemo) return noNetwork;
  const codings = new Set(caller.exchanges.map(({ headers }) => headers.get('content-encoding')));
  const used = [...codings].flatMap((coding) => coding?.toLowerCase() ?? []).sort();
  const largest = Math.max(...caller.exchanges.map(({ bytes }) => bytes));
  return used.length > 0 ? ok(used.join(', '), used) : note(`none, of up to ${counted(largest, 'byte')}`, []);
});

const deprecation = check({ name: 'deprecation', spec: '§9', needs: [token] }, ({ caller }) => {
  const names = headerNames(caller, /^(deprecation|sunset|warning)$/);
  if (names.length === 0) return undetermined('no header announces any', []);
  return note(`announced by ${names.join(', ')}`, names);
});

/** The default timeout of the client is 30 seconds. */
const slow = 10_000;

const latency = check({ name: 'latency', needs: [token] }, ({ caller }) => {
  const found = Object.keys(checkOfOperation).flatMap((operation) => {
    const exchanges = caller.exchanges.filter((one) => one.operation === operation);
    if (exchanges.length === 0) return [];
    const times = exchanges.map(({ milliseconds }) => Math.round(milliseconds)).sort((a, b) => a - b);
    return {
      operation,
      median: times[Math.floor((times.length - 1) / 2)] ?? 0,
      worst: times.at(-1) ?? 0,
      requests: times.length,
      bytes: Math.max(...exchanges.map(({ bytes }) => bytes)),
    };
  });
  const texts = found.map(
    ({ operation, median, worst, requests, bytes }) =>
      `${operation} ${median}, worst ${worst} (${counted(requests, 'request')}, up to ${grouped(bytes)} bytes)`,
  );
  const text = `median in ms: ${texts.join('; ')}`;
  if (found.every(({ worst }) => worst <= slow)) return ok(text, found);
  return note(text, found, { settings: { client: { timeout: 60_000, totalTimeout: 300_000 } } });
});

export const headerChecks: readonly Check[] = [requestId, rateLimit, compression, deprecation, latency];
