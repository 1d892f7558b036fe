import { expect } from 'vitest';

import type { Results } from './examine.ts';
import { cap, rows, type Traits } from './odd-service.ts';

/** What doctor has to find out about a service with a trait: the finding of each check that is about it. */
interface Expected {
  readonly check: string;
  readonly finding?: unknown;
  readonly status: 'ok' | 'note' | 'problem' | 'undetermined';
}

/** The findings of a service, derived from its traits alone, by what each is documented to mean. */
function expectedOf(traits: Traits): readonly Expected[] {
  if (traits.fails) return [expectedToken(traits.fails)];
  return [...rangesOf(traits), ...pagesOf(traits), ...rowsOf(traits), ...offersOf(traits)];
}

function expectedToken(fails: NonNullable<Traits['fails']>): Expected {
  const findings = {
    unauthorized: 'rejected',
    forbidden: 403,
    'not found': 404,
    'HTML 404': 404,
    'HTML 200': 'failed',
    redirect: 'failed',
  };
  return { check: 'token', status: 'problem', finding: findings[fails] };
}

function rangesOf({ dates, ends, order }: Traits): readonly Expected[] {
  const ignored = {
    ignored: ['startDate', 'endDate'],
    'startDate ignored': ['startDate'],
    'endDate ignored': ['endDate'],
    'rounded to seconds': 'coarse',
    'not counted': 'rows only',
    none: 'respected',
  }[dates ?? 'none'];
  const [start, end] = [ends === undefined || ends === 'both', ends === 'both' || ends === 'end only'];
  const isIgnored = dates !== undefined && dates !== 'not counted';
  return [
    { check: 'order', finding: order ?? 'ascending', status: order === undefined ? 'ok' : 'problem' },
    { check: 'dates', finding: ignored, status: isIgnored ? 'problem' : dates === undefined ? 'ok' : 'note' },
    { check: 'range-ends', finding: { start, end }, status: start ? 'ok' : 'note' },
  ];
}

function pagesOf({ lastPage, count, largestPage, dates, order }: Traits): readonly Expected[] {
  const form = lastPage ?? 'absent';
  // A constant is higher than the rows of a part, so that it is no cap.
  const wrong = dates === 'not counted' && count !== 'changes' ? 'wrong' : undefined;
  const counts = wrong ?? (count === 'capped' ? { cap } : (count ?? 'exact'));
  const isKnown = order !== 'unsorted' && (dates === undefined || dates === 'not counted');
  return [
    {
      check: 'last-page',
      finding: { form, fullForm: form, ...(form === 'cursor' && { next: 'is empty' }) },
      status: form === 'cursor' ? 'note' : 'ok',
    },
    { check: 'total-count', finding: counts, status: counts === 'exact' ? 'ok' : 'problem' },
    // With a cursor on every page and a wrong count, or without the form of the last page, there may be more rows.
    {
      check: 'largest-page',
      finding: largestPage ?? rows,
      status:
        largestPage !== undefined && isKnown && (form !== 'cursor' || counts === 'exact')
          ? 'note'
          : 'undetermined',
    },
  ];
}

function rowsOf({ device, amounts, disputes, timestamps, largestPage }: Traits): readonly Expected[] {
  const received = largestPage ?? rows;
  const invalid = { 'all floats': received, 'some floats': Math.ceil(received / 10), none: 0 }[
    amounts ?? 'none'
  ];
  const drift = [
    ...(timestamps === 'without offset' ? [differenceOf('timestamp', 'string')] : []),
    ...(device ? [differenceOf('device', 'undefined')] : []),
    ...(amounts ? [differenceOf('transactionDetails.amount', 'number')] : []),
  ];
  return [
    { check: 'invalid-rows', finding: invalid, status: invalid === 0 ? 'ok' : 'problem' },
    { check: 'signs', status: disputes === undefined ? 'ok' : 'note' },
    { check: 'drift', finding: drift, status: drift.length === 0 ? 'ok' : 'note' },
  ];
}

function differenceOf(field: string, received: string) {
  // What is documented is worded by the schema.
  const expected: unknown = expect.any(String);
  return { operation: 'transactions.list', path: `results[].${field}`, expected, received };
}

function offersOf({ offers }: Traits): readonly Expected[] {
  const names = {
    'other names': { limit: 'pageSize', offset: 'skip', type: 'type', ids: 'ids' },
    nameless: { limit: undefined, offset: undefined, type: undefined, ids: undefined },
    none: { limit: 'recordLimit', offset: 'offset', type: 'offerType', ids: 'publisherOfferId' },
  }[offers ?? 'none'];
  const status = offers === 'other names' ? 'note' : offers === undefined ? 'ok' : 'undetermined';
  return Object.entries(names).map(([key, finding]) => ({
    check: `offer-parameter-${key}`,
    finding,
    status,
  }));
}

/** How many verdicts were compared, and how many were hidden by an earlier one. */
export interface Compared {
  determined: number;
  hidden: number;
}

/** Fails unless each verdict equals what was set, or names an earlier check that has no clear one. */
export function expectVerdicts(results: Results, traits: Traits): Compared {
  const compared = { determined: 0, hidden: 0 };
  for (const { check, finding, status } of expectedOf(traits)) {
    const result = results[check];
    if (result?.hiddenBy !== undefined) {
      compared.hidden += 1;
      expect(result.status, check).toBe('skipped');
      const root = results[result.hiddenBy];
      expect(['problem', 'undetermined'], `${check} is hidden by ${result.hiddenBy}`).toContain(root?.status);
      continue;
    }
    compared.determined += 1;
    expect(result, JSON.stringify(result)).toMatchObject({ status });
    if (finding !== undefined) expect(result?.finding, check).toEqual(finding);
  }
  return compared;
}
