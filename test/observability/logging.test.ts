import { AsyncLocalStorage } from 'node:async_hooks';

import { pino } from 'pino';
import { expect, test } from 'vitest';

import { pricePointRead } from '../literals/price-points.ts';
import { startService } from '../support/service.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly incomingId?: string;
}

/** A pino logger without any redaction, and what it wrote. */
function logger(options: pino.LoggerOptions = {}): {
  readonly log: pino.Logger;
  readonly lines: () => Line[];
} {
  const written: string[] = [];
  const log = pino({ level: 'debug', ...options }, { write: (line) => void written.push(line) });
  return { log, lines: () => written.map((line) => JSON.parse(line) as Line) };
}

test.each([
  { waits: 'nothing', limits: {} },
  { waits: 'a place', limits: { maxConcurrency: 1 } },
  { waits: 'the rate', limits: { rateLimit: { requestsPerMinute: 6000 } } },
])(
  'lines of calls that wait for $waits carry the id of the request they were made in',
  async ({ limits }) => {
    await using service = await startService([{ json: pricePointRead }]);
    const incoming = new AsyncLocalStorage<{ incomingId: string }>();
    const { log, lines } = logger({ mixin: () => ({ ...incoming.getStore() }) });
    const client = service.client({ logger: log, logLevel: 'debug', ...limits });

    await Promise.all([
      incoming.run({ incomingId: 'one' }, () => client.pricePoints.get(999)),
      incoming.run({ incomingId: 'two' }, () => client.pricePoints.delete(999)),
    ]);

    const about = (id: string): string[] =>
      lines()
        .filter(({ incomingId }) => incomingId === id)
        .map(({ msg }) => /pricePoints\.\w+/.exec(msg)?.[0] ?? msg);
    expect(about('one')).toEqual(['pricePoints.get']);
    expect(about('two')).toEqual(['pricePoints.delete']);
    expect(lines()).toHaveLength(2);
  },
);
