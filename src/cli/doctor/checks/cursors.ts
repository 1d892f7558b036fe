import type { TransactionQuery } from '../../../api/transactions.ts';
import { ApiError } from '../../../errors/index.ts';
import { counted } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import { failureIn, keysOf, pageOf } from '../received.ts';
import { lastPage, read, ties } from './pages.ts';

const section = 'Ranges and pages';

/** What the cursor of the second page leads to when it is used again. */
interface Repetition {
  /** `failed` says nothing about the cursor: the service did not respond, or had an error of its own. */
  readonly outcome: 'same' | 'different' | 'rejected' | 'failed';
  readonly failure: string;
}

/** Requests the second page again, with some parameters replaced. */
async function repeat(doctor: Doctor, changes: Partial<TransactionQuery> = {}): Promise<Repetition> {
  const { query, cursor, pages } = doctor.materialOf(lastPage);
  const limit = changes.limit ?? query.limit;
  const reply = await read(doctor, { ...query, cursor, ...changes, limit });
  const failure = failureIn(reply);
  const page = pageOf(reply);
  if (!page) {
    const isRejected =
      reply.error instanceof ApiError && reply.error.status < 500 && reply.error.status !== 429;
    return { outcome: isRejected ? 'rejected' : 'failed', failure };
  }
  const expected = pages[1]?.rows ?? [];
  const received = new Set(keysOf(page.rows.slice(0, expected.length)));
  // In any order: that of ties may change.
  const isSame = expected.length > 0 && expected.every(({ key }) => received.has(key));
  return { outcome: isSame ? 'same' : 'different', failure };
}

const cursorReuse: Check<true> = {
  name: 'cursor-reuse',
  section,
  spec: '§4.1',
  needs: [lastPage],
  question: 'Can a cursor be used more than once, so that an export can resume from it?',
  async run(doctor): Promise<Verdict<true>> {
    const { outcome, failure } = await repeat(doctor);
    if (outcome === 'same') {
      return { status: 'ok', text: 'a cursor can be used again', finding: 'reusable', material: true };
    }
    if (outcome === 'failed') return { status: 'undetermined', text: failure };
    if (outcome === 'different' && doctor.outcomeOf(ties)?.finding === 'changes') {
      return {
        status: 'undetermined',
        text: `other rows, but their order changes anyway ("${ties.name}", above)`,
      };
    }
    const text =
      outcome === 'rejected'
        ? `a cursor is rejected when it is used again: ${failure}`
        : 'a cursor that is used again returns other rows';
    return {
      status: 'problem',
      text: `${text}; an interrupted export cannot resume`,
      finding: outcome,
      settings: { advice: 'Export short ranges, and start one again that was interrupted.' },
    };
  },
};

const bindings = {
  same: 'continues',
  different: 'restarts',
  rejected: 'is rejected',
  failed: 'fails',
} as const;

const cursorBinding: Check = {
  name: 'cursor-binding',
  section,
  spec: '§4.1',
  needs: [cursorReuse],
  async run(doctor): Promise<Verdict> {
    const { startDate, limit } = doctor.materialOf(lastPage).query;
    const earlier = new Date(Date.parse(startDate) - 60_000).toISOString();
    const byLimit = bindings[(await repeat(doctor, { limit: limit + 1 })).outcome];
    const byDates = bindings[(await repeat(doctor, { startDate: earlier })).outcome];
    const text = `with another limit, a cursor ${byLimit}; with another startDate, it ${byDates}`;
    if (byLimit === 'fails' || byDates === 'fails') return { status: 'undetermined', text };
    const isBound = byLimit !== 'restarts' && byDates !== 'restarts';
    return { status: isBound ? 'ok' : 'note', text, finding: { limit: byLimit, dates: byDates } };
  },
};

/** Runs last, when most time has passed. */
export const cursorLifetime: Check = {
  name: 'cursor-lifetime',
  section: 'Headers and times',
  spec: '§4.1',
  needs: [cursorReuse],
  question: 'How long can a cursor be used? Does it keep its place while rows are added or removed?',
  async run(doctor): Promise<Verdict> {
    const { outcome, failure } = await repeat(doctor);
    const seconds = Math.round((Date.now() - doctor.materialOf(lastPage).receivedAt) / 1000);
    if (outcome === 'rejected') {
      const text = `a cursor has expired after ${counted(seconds, 'second')}: ${failure}`;
      return { status: 'problem', text, finding: 'expired' };
    }
    if (outcome !== 'same')
      return { status: 'undetermined', text: `${bindings[outcome]} at the end of the run` };
    const text = `a cursor is valid after ${counted(seconds, 'second')}; for how long, no short run can tell`;
    return { status: 'undetermined', text, finding: 'valid' };
  },
};

export const cursorChecks: readonly Check[] = [cursorReuse, cursorBinding];
