import { requestIdHeaders } from '../../../client/http/response-headers.ts';
import { counted, grouped } from '../../format.ts';
import { type Check, check, note, ok, undetermined } from '../check.ts';
import type { ReadOnlyCaller } from '../read-only-caller.ts';
import { token } from './connection.ts';

/** The names of all headers that match, of all responses. */
function headerNames({ exchanges }: ReadOnlyCaller, pattern: RegExp): readonly string[] {
  const names = exchanges.flatMap(({ headers }) => [...headers.keys()]);
  return [...new Set(names)].filter((name) => pattern.test(name)).sort();
}

const requestId = check({ name: 'request-id', spec: '§7' }, ({ caller, need }) => {
  need(token);
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

const rateLimit = check({ name: 'rate-limit', spec: '§8' }, ({ caller, need }) => {
  need(token);
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

const deprecation = check({ name: 'deprecation', spec: '§9' }, ({ caller, need }) => {
  need(token);
  const names = headerNames(caller, /^(deprecation|sunset|warning)$/);
  if (names.length === 0) return undetermined('no header announces any', []);
  return note(`announced by ${names.join(', ')}`, names);
});

export const headerChecks: readonly Check[] = [requestId, rateLimit, deprecation];
