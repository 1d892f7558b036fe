import { expect, test } from 'vitest';

import { eventually } from '../../../support/eventually.ts';
import { apply, expectFinishedAfterKill, withSheet } from './kills.ts';

const writes = [1, 2, 3];

test.each(
  writes.flatMap((write) => (['lost', 'lost_after'] as const).map((fault) => [write, fault] as const)),
)('after write %i was %s, running it again finishes, and creates nothing twice', async (write, fault) => {
  let isBroken = true;
  // From this write on: the client retries what it may.
  const store = await withSheet({
    fault: ({ method }, count) => (isBroken && method !== 'GET' && count >= write ? fault : undefined),
  });
  const broken = await store.run(...apply, '--json', '--quiet');
  isBroken = false;
  const again = await store.run(...apply, '--quiet');

  const { changes } = JSON.parse(broken.out) as { changes: { item: string; state: string }[] };
  const states = ['1999', '999', '2999'].map((item) => changes.find((change) => change.item === item)?.state);
  // A create that was lost after the service made it is found by reading.
  const failed = write === 1 && fault === 'lost_after' ? 2 : write;
  expect(states).toEqual(
    writes.map((one) => (one < failed ? 'applied' : one === failed ? 'unknown' : 'not_sent')),
  );
  expect(broken.code).toBe(1);
  expect(broken.err).toMatch(/ again to finish\n$/);
  expect(again.code).toBe(0);
  expect((await store.run('plan', 'prices.csv', '--prune', '--quiet')).code).toBe(0);
  expect(store.writes().filter((one) => one.startsWith('POST')).length).toBeLessThanOrEqual(
    write === 1 ? 4 : 1,
  );
});

test('a failed write says its outcome', async () => {
  const store = await withSheet({ fault: ({ method }) => (method === 'PUT' ? 'lost' : undefined) });
  const { code, out, err } = await store.run(...apply);

  expect(code).toBe(1);
  expect(out).toContain('\n5 changes: 2 applied, 2 unknown whether applied, 1 not sent\n');
  expect(out).toContain('\nnot sent:\n  deleted 2999 ($29.99)\n');
  expect(err).toMatch(/publisher-commerce: .* again to finish\n$/);
});

test('a price point that cannot be read again was applied', async () => {
  const store = await withSheet({
    fault: ({ method, url }, count) =>
      method === 'GET' && count === 2 && url.endsWith('/999') ? 'lost' : undefined,
  });
  const { code, out } = await store.run(...apply, '--json', '--quiet');

  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    changes: [
      { item: '1999', state: 'applied' },
      { item: '1999', state: 'applied' },
      { item: '999', state: 'applied' },
      { item: '999', state: 'applied' },
      { item: '2999', state: 'not_sent' },
    ],
  });
});

test.each(['silent', 'silent_after'] as const)(
  'killed at write 2, %s, it finishes when it is run again',
  (fault) => expectFinishedAfterKill(2, fault),
);

test('an interrupt lets the write under way end, and sends no other', async () => {
  const store = await withSheet({
    fault: ({ method }) => {
      if (method === 'POST') process.emit('SIGINT', 'SIGINT');
      return undefined;
    },
  });
  const { code, out, err } = await store.run(...apply, '--json', '--quiet');

  expect(JSON.parse(out)).toMatchObject({
    changes: [
      { item: '1999', state: 'applied' },
      { item: '1999', state: 'applied' },
      { item: '999', state: 'not_sent' },
      { item: '999', state: 'not_sent' },
      { item: '2999', state: 'not_sent' },
    ],
  });
  expect(code).toBe(130);
  expect(err).toBe('publisher-commerce: interrupted. Run the same command again to finish\n');
});

test('of two applies at once, one says that the other is running, and the sheet is applied', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const store = await withSheet({
    meanwhile: ({ method, url }) => (method !== 'GET' && url.startsWith('/v1/') ? held : Promise.resolve()),
  });
  const first = store.start(...apply, '--quiet');
  await eventually(() => expect(store.writes()).toHaveLength(1));
  const { code, err } = await store.run(...apply, '--quiet');
  release();

  expect(code).toBe(4);
  expect(err).toContain('another run of prices is sending to http://127.0.0.1:');
  expect((await first.finished).code).toBe(0);
  expect((await store.run('plan', 'prices.csv', '--prune', '--quiet')).code).toBe(0);
});
