import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exportToFile } from '../../../src/cli/export/export-to-file.ts';
import { readGivenSettings } from '../../../src/cli/export/given-settings.ts';
import type { Address, Reader } from './reader.ts';

const silent = () => undefined;

/** `publisher-commerce export`, to a file that is removed afterwards. */
export function createReader({ origin, token }: Address): Reader {
  return {
    async readRows({ startDate, endDate, limit, format = 'jsonl' }, checksum) {
      process.env['PUBLISHER_BASE_URL'] = origin;
      process.env['PUBLISHER_TOKEN'] = token;
      const folder = mkdtempSync(join(tmpdir(), 'bench-'));
      // The end of an export is excluded.
      const end = new Date(Date.parse(endDate) + 1).toISOString();
      const out = join(folder, `export.${format}`);
      const flags = { out, start: startDate, end, limit: String(limit) };
      try {
        const { rows, complete } = await exportToFile({
          ...{ out, given: readGivenSettings(flags), limits: {}, resume: false, force: false },
          ...{ signal: new AbortController().signal, progress: { update: silent, stop: silent } },
          ...{ say: silent, onSaved: silent },
        });
        if (!complete) throw new Error('the export is incomplete');
        // The rows are in the file: the receipt has compared them, and they are only counted here.
        checksum.count += rows;
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    readPricePoint: () => Promise.reject(new Error('exports read rows only')),
  };
}
