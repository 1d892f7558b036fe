// @module-tag slow
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { startCommand } from '../cli/start-command.ts';

const range = 'startDate=2000-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z';
const pages = 300;
const limit = 1000;

/** Resident memory of a process in megabytes: now, and at most. */
function residentMegabytes(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(String.raw`^${name}:\s+(\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

// Only Linux reports the memory of a process in /proc.
test.skipIf(process.platform !== 'linux')(
  'a ledger of ten million rows is served in less than 200 MB',
  async () => {
    await using command = await startCommand(['--transactions', '10000000']);
    const headers = { 'x-publisher-token': command.token };
    let query: string | undefined = `?${range}&limit=${limit}`;
    let bytes = 0;
    for (let page = 0; page < pages; page += 1) {
      const response: Response = await fetch(
        `${command.url}/reporting/financial-data/transactions${query ?? ''}`,
        { headers },
      );
      const body = await response.text();
      bytes += body.length;
      // Without parsing the rows, of which there are many.
      query = /"nextPageQuery":"([^"]+)"/.exec(body)?.[1];
      expect(query).toBeDefined();
      if (page === 0) expect(body).toMatch(/^\{"totalCount":10000000,/);
    }
    expect(bytes).toBeGreaterThan(pages * limit * 500);
    const { now, most } = residentMegabytes(command.child.pid ?? 0);
    console.log(`${pages * limit} rows of 10 million: ${now.toFixed(0)} MB, at most ${most.toFixed(0)} MB`);
    expect(now).toBeGreaterThan(30);
    expect(most).toBeLessThan(200);
  },
);
