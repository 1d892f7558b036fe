import { utcMonth } from '../../../../client/api/utc-range.ts';
import { ApiError } from '../../../../client/errors/index.ts';
import { secondsAhead } from '../../../service/clock-difference.ts';
import { counted } from '../../../terminal/format.ts';
import { type Check, check, note, ok, problem, undetermined } from '../check.ts';
import type { Reply } from '../read-only-caller.ts';
import { isSuccess, readPage, summarizeReply } from '../received.ts';

const addressAdvice =
  'The address: PUBLISHER_BASE_URL or PUBLISHER_SANDBOX_URL, with its path, if it has one.';
const tokenAdvice = 'A valid token: PUBLISHER_TOKEN, or PUBLISHER_SANDBOX_TOKEN in the sandbox.';

/** The first request: the transaction report of last month, with one row. */
export const address = check({ name: 'address' }, async ({ caller, service }) => {
  const reply = await readPage(caller, { ...(service.range ?? utcMonth('last')), limit: 1 });
  const { exchange } = reply;
  const name = `${service.baseUrl} (${service.environment})`;
  if (!exchange)
    return problem(`${name}: ${summarizeReply(reply)}`, 'no response', {
      settings: { advice: addressAdvice },
    });
  return ok(`${name} responds`, exchange.status, { material: { ...reply, exchange } });
});

/** Signatures of callbacks are valid for five minutes. */
const signatureTolerance = 300;

const clock = check({ name: 'clock', spec: '§5', needs: { address } }, ({ address: { exchange } }) => {
  const seconds = secondsAhead(exchange);
  if (seconds === undefined) return undetermined('the response has no Date header of its own');
  if (seconds === 0) return ok('the clocks agree to a second', 0);
  const text = `the service's clock is ${counted(Math.abs(seconds), 'second')} ${seconds > 0 ? 'ahead' : 'behind'}`;
  return Math.abs(seconds) < signatureTolerance
    ? note(text, seconds)
    : problem(`${text}: signatures of callbacks would be rejected`, seconds);
});

/** Whether the service accepts the token, and is the right service: everything else needs it. */
export const token = check(
  { name: 'token', spec: '§5, §7.1', needs: { address } },
  async ({ caller, address: first }) => {
    if (isAccepted(first)) return ok('accepted', true, { material: true });
    // One operation may fail for reasons of its own.
    const second = await caller.call(0, ({ pricePoints }) => pricePoints.list());
    const failures = [first, second].map(summarizeReply);
    if (isAccepted(second)) {
      const text = `accepted for price points, but transactions fail: ${failures[0] ?? ''}`;
      return note(text, true, { material: true });
    }
    const different = [...new Set(failures)].join('; price points: ');
    if (statusOf(first) === 401 && statusOf(second) === 401)
      return problem(`rejected: ${different}`, 'rejected', { settings: { advice: tokenAdvice } });
    return problem(`no request succeeds: ${different}`, statusOf(first) ?? 'failed', {
      settings: { advice: addressAdvice },
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
  // Also of a page of HTML, which is no response of the service.
  return error?.status !== undefined && error.status >= 400 ? error.status : undefined;
}

export const connectionChecks: readonly Check[] = [address, clock, token];
