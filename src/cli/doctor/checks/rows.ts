import { grouped } from '../../format.ts';
import type { Check, Verdict } from '../check.ts';
import { codeOf, countCodes, valueAt } from '../received.ts';
import { transactions } from './operations.ts';
import { invalidRows } from './responses.ts';

const section = 'Rows';

type About = Pick<Check, 'name' | 'spec' | 'question'>;
type Examine = (rows: readonly unknown[]) => Verdict;

/** A check of all sampled rows, valid or not. */
function rowCheck(about: About, examine: Examine): Check {
  const needs = [transactions];
  const run: Check['run'] = (doctor) => examine(doctor.materialOf(transactions).rows.map(({ raw }) => raw));
  return { ...about, section, needs, run };
}

/** A check of the rows with valid amounts. */
function amountCheck(about: About, examine: Examine): Check {
  return {
    ...about,
    section,
    needs: [invalidRows],
    run: (doctor) => examine(doctor.materialOf(invalidRows)),
  };
}

const timestamps = rowCheck({ name: 'timestamps', spec: '§2.1' }, (rows) => {
  const forms = new Map<string, number>();
  for (const row of rows) {
    const form = formOf(valueAt(row, 'timestamp'));
    forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  const text = [...forms].map(([form, count]) => `${form} (${grouped(count)})`).join(', ');
  const isUtc = [...forms.keys()].every((form) => form.endsWith(', Z'));
  return { status: isUtc ? 'ok' : 'note', text, finding: Object.fromEntries(forms) };
});

function formOf(timestamp: unknown): string {
  const pattern =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?<seconds>:\d\d)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+-]\d\d:?\d\d)?$/i;
  const groups = typeof timestamp === 'string' ? pattern.exec(timestamp)?.groups : undefined;
  if (!groups) return 'not ISO 8601, ?';
  const { seconds, fraction, zone } = groups;
  const digits =
    seconds === undefined ? 'minutes' : fraction === undefined ? 'seconds' : `${fraction.length} decimals`;
  const offset = zone === undefined ? 'without an offset' : zone === 'Z' ? 'Z' : 'an offset';
  return `${digits}, ${offset}`;
}

const codes = rowCheck({ name: 'code-case', spec: '§2.1, §2.2' }, (rows) => {
  const found = {
    currencies: caseOf(rows, 'transactionDetails.currencyCode'),
    countries: caseOf(rows, 'geolocation.countryCode2'),
  };
  const isUpper = Object.values(found).every((one) => one === 'upper');
  const text = `currency codes: ${found.currencies} case; country codes: ${found.countries} case`;
  return { status: isUpper ? 'ok' : 'note', text, finding: found };
});

function caseOf(rows: readonly unknown[], path: string): string {
  const values = rows.map((row) => valueAt(row, path)).filter((value) => typeof value === 'string');
  if (values.length === 0) return 'unknown';
  if (values.every((value) => value === value.toUpperCase())) return 'upper';
  return values.every((value) => value === value.toLowerCase()) ? 'lower' : 'mixed';
}

const typePath = 'transactionDetails.type';

/** Rows by the name of their type; one that could identify somebody has none. */
function byType(rows: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  return Map.groupBy(rows, (row) => codeOf(valueAt(row, typePath)));
}

const signs = amountCheck(
  { name: 'signs', spec: '§2.1', question: 'Which types of transactions have negative amounts?' },
  (rows) => {
    const found = [...byType(rows)].map(([type, ofType]) => {
      const amounts = ofType.map((row) => Math.sign(Number(valueAt(row, 'transactionDetails.amount'))));
      const kinds = ['negative', 'zero', 'positive'].filter((_, index) => amounts.includes(index - 1));
      return [type, kinds.join(' or ')] as const;
    });
    const isExpected = found.every(([type, kinds]) => (expectedSigns[type] ?? kinds) === kinds);
    return {
      status: isExpected ? 'ok' : 'note',
      text: found.map(([type, kinds]) => `${type}: ${kinds}`).join(', '),
      finding: Object.fromEntries(found),
    };
  },
);

/** Of the documented types: only that of refunds is documented. */
const expectedSigns: Readonly<Record<string, string>> = { paid: 'positive', refund: 'negative' };

const deductions = [
  'totalTaxAmountUsd',
  'currencyExchangeCostUsd',
  'chargebackFeeUsd',
  'transactionFeeUsd',
] as const;

/** What each deduction is multiplied with. */
type Formula = readonly bigint[];

const documented: Formula = deductions.map(() => -1n);

/** Whether the net amount is what remains of the gross amount. The specification gives no formula. */
const net = amountCheck(
  {
    name: 'net',
    spec: '§2.1',
    question: 'How is publisherNetAmountUsd computed, for each type of transaction?',
  },
  (rows) => {
    const sums = rows.map((row) => ({
      gross: cents(row, 'amountUsd'),
      net: cents(row, 'publisherNetAmountUsd'),
      parts: deductions.map((name) => cents(row, name)),
    }));
    const fits = (formula: Formula): boolean =>
      sums.every(
        ({ gross, net, parts }) =>
          net === formula.reduce((sum, by, at) => sum + by * (parts[at] ?? 0n), gross),
      );
    const count = `${grouped(rows.length)} rows`;
    if (fits(documented)) {
      const text = `amountUsd less tax, exchange cost, chargeback fee and transaction fee, in ${count}`;
      return { status: 'ok', text, finding: describe(documented) };
    }
    // What is always zero says nothing.
    const isUsed = deductions.map((_, at) => sums.some(({ parts }) => parts[at] !== 0n));
    const fitting = formulas(isUsed).filter(fits);
    const [formula] = fitting;
    if (!formula)
      return { status: 'note', text: `no sum of the fields gives the net of all ${count}`, finding: null };
    if (fitting.length > 1) {
      return {
        status: 'undetermined',
        text: `${fitting.length} sums of the fields give the net of all ${count}`,
      };
    }
    return { status: 'note', text: `${describe(formula)}, in ${count}`, finding: describe(formula) };
  },
);

function cents(row: unknown, name: string): bigint {
  // A safe integer: the row is valid.
  return BigInt(Number(valueAt(row, `transactionDetails.${name}`)));
}

/** Every formula with the fields that are used. */
function formulas(isUsed: readonly boolean[]): readonly Formula[] {
  let found: readonly Formula[] = [[]];
  for (const used of isUsed) {
    const factors = used ? [-1n, 0n, 1n] : [0n];
    found = found.flatMap((formula) => factors.map((factor) => [...formula, factor]));
  }
  return found;
}

function describe(formula: Formula): string {
  const parts = deductions.flatMap((name, at) => {
    const factor = formula[at];
    return factor ? [`${factor < 0n ? '-' : '+'} ${name}`] : [];
  });
  return ['amountUsd', ...parts].join(' ');
}

/** A method that hardly anybody uses could be a name. */
const fewestRows = 3;

const paymentMethods = rowCheck({ name: 'payment-methods', spec: '§2.1' }, (rows) => {
  const counts = Object.entries(
    countCodes(rows.map((row) => valueAt(row, 'transactionDetails.paymentMethod'))),
  );
  const names = counts.flatMap(([name, count]) => (count >= fewestRows ? [name] : [])).sort();
  const others = counts.length - names.length;
  const text = [...names, ...(others > 0 ? [`${others} in fewer than ${fewestRows} rows`] : [])].join(', ');
  return { status: 'ok', text, finding: names };
});

const geolocation = rowCheck({ name: 'geolocation', spec: '§2.1' }, (rows) => {
  const fields = ['countryCode2', 'region', 'ipAddress', 'zipCode', 'playerIp'];
  const shares = fields.map((field) => {
    const present = rows.filter((row) => valueAt(row, `geolocation.${field}`) !== undefined).length;
    return [field, present === 0 ? 'never' : present === rows.length ? 'always' : 'sometimes'] as const;
  });
  const isExpected = shares.every(([field, share]) => field === 'playerIp' || share === 'always');
  const text = shares.map(([field, share]) => `${field} ${share}`).join(', ');
  return { status: isExpected ? 'ok' : 'note', text, finding: Object.fromEntries(shares) };
});

export const rowChecks: readonly Check[] = [timestamps, codes, signs, net, paymentMethods, geolocation];
