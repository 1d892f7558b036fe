import { type LedgerFormat, ledgerFormats } from '../../../ledger/ledger-format.ts';
import { UsageError } from '../../terminal/command-error.ts';
import type { Format } from './format.ts';

const csv: Format = {
  extension: '.csv',
  isAsReceived: false,
  streams: true,
  takesMark: true,
  readsChanged: true,
  createEncoder: async (parts) => (await import('./csv.ts')).createCsvEncoder(parts),
  reader: async () => (await import('./csv.ts')).readCsv,
};

/** All formats of ledger files. A format is one entry here, with its modules, and one name in receipts. */
export const formats: Readonly<Record<LedgerFormat, Format>> = {
  jsonl: {
    extension: '.jsonl',
    isAsReceived: true,
    streams: true,
    takesMark: false,
    readsChanged: true,
    createEncoder: async () => (await import('./jsonl.ts')).createJsonlEncoder(),
    reader: async () => (await import('./jsonl.ts')).readJsonl,
  },
  csv,
  'csv.gz': {
    ...csv,
    extension: '.csv.gz',
    // Nobody opens it in a spreadsheet as it is.
    takesMark: false,
    createEncoder: async (parts) => (await import('./gzip-csv.ts')).gzipped(await csv.createEncoder(parts)),
    reader: async () => (await import('./gzip-csv.ts')).readGzipCsv,
  },
  parquet: {
    extension: '.parquet',
    isAsReceived: false,
    streams: false,
    takesMark: false,
    // A parser of Parquet may never end on them.
    readsChanged: false,
    createEncoder: async (parts) => (await import('./parquet-encoder.ts')).createParquetEncoder(parts),
    reader: async () => (await import('./read-parquet.ts')).readParquet,
  },
};

/** `jsonl or csv`: the formats that have a property, for messages and helps. */
export function formatNames(has: (format: Format) => boolean, last = 'and'): string {
  return inWords(
    ledgerFormats.filter((name) => has(formats[name])),
    last,
  );
}

/** `.jsonl, .csv or .parquet` */
export const extensions = inWords(
  ledgerFormats.map((name) => formats[name].extension),
  'or',
);

function inWords(words: readonly string[], last: string): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(` ${last} `);
}

/** The help of files that a command reads. */
export const filesHelp = `files that export has written: ${extensions}`;

/** Returns the format of a file by its extension; `undefined` if it is none of a format. */
export function formatByExtension(file: string): LedgerFormat | undefined {
  return ledgerFormats.find((name) => file.toLowerCase().endsWith(formats[name].extension));
}

/**
 * Returns the format of a ledger file to read, by its extension.
 *
 * @throws UsageError if the extension is none of a format
 */
export function ledgerFormatOf(file: string): LedgerFormat {
  const format = formatByExtension(file);
  if (format === undefined) throw new UsageError(`${file}: must end in ${extensions}`);
  return format;
}
