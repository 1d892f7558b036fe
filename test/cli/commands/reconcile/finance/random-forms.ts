import { expect } from 'vitest';

import { expectOccurrences } from '../../../../support/occurrences.ts';
import * as fc from '../../../../support/fast-check.ts';
import { createFiles, type Entry, ledgerOf } from '../run-reconcile.ts';
import { encodeUtf16, encodeWindows1252 } from './encode-text.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const dateForms = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'MM/DD/YYYY',
  'D/M/YYYY',
  'DD MMM YYYY',
  'MMM D, YYYY',
  'de: DD. MMM YYYY',
  'hr: D. MMM YYYY',
  'excel',
] as const;

/** How a finance system writes its file. */
const forms = fc
  .record({
    decimal: fc.constantFrom('.', ','),
    thousands: fc.constantFrom(undefined, '.', ',', ' ', "'"),
    negative: fc.constantFrom('minus', 'trailing', 'parentheses', 'angle-brackets', 'DR'),
    /** Between a sign and its number. */
    space: fc.constantFrom('', ' '),
    hasLeadingZero: fc.boolean(),
    symbol: fc.constantFrom('', '$', 'EUR'),
    date: fc.constantFrom(...dateForms),
    hasTime: fc.boolean(),
    encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16', 'utf-16 with a mark', 'windows-1252'),
    delimiter: fc.constantFrom(...delimiters),
    column: fc.constantFrom('Käufer', 'Käufer; Name'),
    lineEnds: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 3 }),
    preamble: fc.array(fc.constantFrom('Bookings of October', 'Käufer und Belege'), { maxLength: 2 }),
  })
  .filter(({ decimal, thousands }) => decimal !== thousands);
type Form = typeof forms extends fc.Arbitrary<infer Value> ? Value : never;

const entries = fc.array(
  fc.record({
    amount: fc.integer({ min: -200_000_000, max: 200_000_000 }),
    hour: fc.integer({ min: 0, max: 31 * 24 - 1 }),
  }),
  { minLength: 3, maxLength: 12 },
);

function amountIn(
  { decimal, thousands, negative, space, symbol, hasLeadingZero }: Form,
  cents: number,
): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const units = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, thousands ?? '');
  const whole = units === '0' && !hasLeadingZero ? '' : units;
  const number = `${symbol === '$' ? '$' : ''}${whole}${decimal}${digits.slice(-2)}${symbol === 'EUR' ? ' EUR' : ''}`;
  if (negative === 'DR') return `${number} ${space}${cents < 0 ? 'DR' : 'CR'}`;
  if (cents >= 0) return number;
  if (negative === 'parentheses') return `(${number})`;
  if (negative === 'angle-brackets') return `<${number}>`;
  return negative === 'minus' ? `-${space}${number}` : number.replace(/\d(?=\D*$)/, `$&${space}-`);
}

function dateIn({ date, hasTime }: Form, timestamp: string): string {
  // 1 October 2026 is the day 46296.
  if (date === 'excel') {
    const days = (Date.parse(timestamp) - Date.UTC(2026, 9, 1)) / 86_400_000 + 46_296;
    return String(hasTime ? days : Math.floor(days));
  }
  const [year = '', month = '', day = ''] = timestamp.slice(0, 10).split('-');
  const parts: Readonly<Record<string, string>> = {
    ...{ YYYY: year, MM: month, M: String(Number(month)), DD: day, D: String(Number(day)) },
    ...{ MMM: date.startsWith('de') ? 'Okt' : date.startsWith('hr') ? 'lis' : 'Oct' },
  };
  const written = date.replace(/^\w\w: /, '').replaceAll(/YYYY|MMM|MM?|DD?/g, (part) => parts[part] ?? '');
  return hasTime ? `${written} ${timestamp.slice(11, 16)}` : written;
}

function fileIn(form: Form, rows: readonly Entry[]): Uint8Array {
  const { delimiter, lineEnds, preamble, encoding } = form;
  const cells = rows.map(({ order, amount, timestamp = '' }) => [
    ...[order ?? '', 'Jörg', amountIn(form, amount), dateIn(form, timestamp)],
  ]);
  const table = [['reference', form.column, 'total', 'booked'], ...cells].map((one) =>
    one.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter),
  );
  const text = [...preamble, ...table]
    .map((line, index) => line + (lineEnds[index % lineEnds.length] ?? ''))
    .join('');
  if (encoding === 'windows-1252') return encodeWindows1252(text);
  const mark = encoding.endsWith('mark');
  return encoding.startsWith('utf-16')
    ? encodeUtf16(text, { mark })
    : Buffer.from(`${mark ? '\uFEFF' : ''}${text}`);
}

/** Whether a flag says what the file is like: what a person who looks at it knows. */
function fits(form: Form, flag: string, value: string): boolean {
  const separator = form.thousands === ' ' ? 'space' : form.thousands;
  const plain = (format: string): string => format.replaceAll(/([DMH])\1?(?!\1)/g, '$1');
  const truth: Readonly<Record<string, string | undefined>> = {
    ...{ decimal: form.decimal, thousands: separator, negative: form.negative, symbol: form.symbol },
    ...(form.negative === 'DR' ? { positive: 'CR' } : {}),
  };
  // Where all amounts are positive, their word says nothing.
  if (flag === 'symbol' && value === 'CR') return form.negative === 'DR';
  return flag === 'date-format'
    ? plain(value) === plain(form.date + (form.hasTime && form.date !== 'excel' ? ' HH:mm' : ''))
    : truth[flag] === value;
}

/** Returns the flags that a message asks for: of several, those that fit. */
function suggestedBy(output: string, form: Form): string[] {
  const beginning = /--skip-first \d+$/m.exec(output)?.[0].split(' ') ?? [];
  const encoding = /set its encoding: (\S+) in|is it (utf-16)\?/.exec(output);
  const delimiter = /^publisher-commerce: --delimiter: is required/m.test(output);
  const choices = output.split('\n').flatMap((line) => {
    const [, list] = /^(--.*) would read .*\?$/.exec(line) ?? [];
    const sets = list?.split(' or ').map((one) => [...one.matchAll(/--([\w-]+) (?:"([^"]*)"|(\S+))/g)]) ?? [];
    const found = sets.find((set) =>
      set.every(([, flag = '', quoted, value = '']) => fits(form, flag, quoted ?? value)),
    );
    return found?.flatMap(([, flag = '', quoted, value = '']) => [`--${flag}`, quoted ?? value]) ?? [];
  });
  return [
    ...beginning,
    ...(encoding ? ['--encoding', encoding[1] ?? encoding[2] ?? ''] : []),
    ...(delimiter ? ['--delimiter', form.delimiter === '\t' ? 'tab' : form.delimiter] : []),
    ...choices,
  ];
}

/** Replaces flags, of which a second value would be wrong usage. */
function withFlags(flags: readonly string[], others: readonly string[]): string[] {
  const kept = flags.filter((_, index) => !others.includes(flags[index - (index % 2)] ?? ''));
  return [...kept, ...others];
}

/** A file needs its encoding, its beginning and delimiter, and then amounts and dates: each is said after the one before. */
const maxRuns = 8;

/** Reconciles files of random forms with the flags that the command suggests, and expects that they agree, unless a cent changed. */
export async function expectSuggestedFlags(numRuns: number): Promise<void> {
  const seen = {
    'skip-first': 0,
    encoding: 0,
    delimiter: 0,
    decimal: 0,
    thousands: 0,
    negative: 0,
    symbol: 0,
    'date-format': 0,
  };
  await fc.assert(
    fc.asyncProperty(entries, forms, fc.nat(), async (list, form, at) => {
      const rows = list.map(({ amount, hour }, index) => {
        const timestamp = new Date(Date.UTC(2026, 9, 1, hour, 30)).toISOString();
        return { order: `order-${index}`, amount, timestamp };
      });
      let flags: readonly string[] = ['--date-column', 'booked'];
      const files = createFiles(ledgerOf(rows), fileIn(form, rows));
      let result = await files.run(flags);
      for (let run = 1; run < maxRuns && result.code !== 0; run += 1) {
        const suggested = suggestedBy(result.out + result.err, form);
        expect({ suggested, ...result }).not.toMatchObject({ suggested: [] });
        for (const name of suggested) {
          const flag = name.replace(/^--/, '');
          if (flag in seen) seen[flag as keyof typeof seen] += 1; // checked above
        }
        flags = withFlags(flags, suggested);
        result = await files.run(flags);
      }
      const changed = rows.map((row, index) =>
        index === at % rows.length ? { ...row, amount: row.amount + 1 } : row,
      );
      const other = await createFiles(ledgerOf(rows), fileIn(form, changed)).run(flags);

      expect({ ...result, flags }).toMatchObject({ code: 0, err: '' });
      expect(other.code).toBe(3);
      expect(other.out).toMatch(/Differences: 2 \(1 amount, 1 day\)|Differences: 1 \(1 unreadable\)/);
    }),
    { numRuns },
  );
  const often = numRuns / 15;
  expectOccurrences(seen, {
    ...{ 'skip-first': often, encoding: often, delimiter: often, 'date-format': often },
    ...{ decimal: often, thousands: often, negative: often, symbol: often },
  });
}
