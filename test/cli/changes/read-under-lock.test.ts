import { rmSync } from 'node:fs';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../../src/client/index.ts';
import { type Reply, token } from '../../support/service.ts';
import { carryOut, openStore, type Store } from '../open-store.ts';

/** A command of sheets, with a sheet that changes one value, and a colleague who changes the same. */
interface Subject {
  readonly command: string;
  readonly sheet: string;
  /** What the colleague, or a run of theirs on this machine, sets. */
  readonly set: (client: PublisherClient, value: string) => Promise<unknown>;
  readonly read: (client: PublisherClient) => Promise<unknown>;
  readonly values: readonly [before: string, own: string, theirs: string];
}

const subjects: readonly Subject[] = [
  {
    command: 'prices',
    sheet: 'price_usd_cents,country_code,override\n999,DE,9.79\n',
    set: ({ pricePoints }, price) =>
      pricePoints.update(999, { priceOverrides: [{ countryCode2: 'DE', price: Number(price) }] }),
    read: async ({ pricePoints }) =>
      String(
        (await pricePoints.get(999)).priceByCountry.find(({ countryCode2 }) => countryCode2 === 'DE')?.price,
      ),
    values: ['9.49', '9.79', '8.99'],
  },
  {
    command: 'translations',
    sheet: 'kind,key,de\nstatic,welcome,Willkommen\n',
    set: ({ translations }, value) =>
      translations.set({ staticTranslations: [{ key: 'welcome', locale: 'de', value }] }),
    read: async ({ translations }) =>
      (await translations.get({ locale: 'de' })).staticTranslations.find(({ key }) => key === 'welcome')
        ?.value,
    values: ['Hallo', 'Willkommen', 'Moin'],
  },
  {
    command: 'content',
    sheet: 'content_id,field,source,de\nnews-1,title,,Neuigkeiten\n',
    set: ({ content }, title) => content.upsertTranslation('news-1', 'de', { title }),
    read: async ({ content }) => (await content.get('news-1')).translations?.[0]?.title,
    values: ['Neues', 'Neuigkeiten', 'Aktuelles'],
  },
];

async function open({ set, values }: Subject): Promise<{ store: Store; client: PublisherClient }> {
  const content = [{ id: 'news-1', title: 'News', translations: [{ isoCode: 'de', title: 'Neues' }] }];
  const en = { key: 'welcome', locale: 'en', value: 'Hello' };
  const store = await openStore(
    { staticTranslations: [en, { ...en, locale: 'de', value: 'Hallo' }] },
    { content, pricePoints: [{ priceInUsdCents: 999, priceOverrides: [] }] },
  );
  const client = new PublisherClient({ ...store.sandbox.clientOptions, token });
  await set(client, values[0]);
  return { store, client };
}

/** How often a run reads before it writes: the colleague acts once it has read as often. */
async function readsOf(store: Store, run: () => Promise<unknown>): Promise<number> {
  const begun = store.requests.length;
  await run();
  return store.requests.slice(begun).findIndex(({ method }) => ['PUT', 'POST'].includes(method));
}

/** Lets a colleague act before the n-th request from now on. */
function actBefore(store: Store, request: number, act: () => Promise<unknown>): void {
  const begun = store.requests.length;
  let hasActed = false;
  store.intercept((received): Reply | undefined => {
    if (hasActed || store.requests.length - begun < request) return undefined;
    hasActed = true;
    return (response) => {
      void act()
        .then(() => carryOut(store.sandbox, received))
        .then(async (applied) => {
          response.writeHead(applied.status, { 'content-type': 'application/json' });
          response.end(await applied.text());
        });
    };
  });
}

const runs = ['apply', 'apply a plan', 'undo'] as const;

test.each(subjects.flatMap((subject) => runs.map((run) => ({ ...subject, subject, run }))))(
  '$command $run --yes overwrites nothing that changed at any step before its first write',
  async ({ command, sheet, set, read, values: [before, own, theirs], subject, run }) => {
    /** Prepares a store, and returns what starts the run. */
    const prepare = async () => {
      const { store, client } = await open(subject);
      store.write('sheet.csv', sheet);
      if (run === 'apply a plan') await store.run(command, 'plan', 'sheet.csv', '--out', 'plan.json');
      if (run === 'undo') expect((await store.run(command, 'apply', 'sheet.csv', '--yes')).code).toBe(0);
      const file = run === 'apply a plan' ? 'plan.json' : 'sheet.csv';
      const start = () => store.run(command, run === 'undo' ? 'undo' : 'apply', file, '--yes');
      return { store, client, start };
    };
    const first = await prepare();
    const reads = await readsOf(first.store, first.start);
    expect(await read(first.client)).toBe(run === 'undo' ? before : own);
    expect(reads).toBeGreaterThanOrEqual(2);

    let kept = 0;
    // A sheet without bases wishes for its values whatever is read first; a plan and a record know what they replace.
    for (let request = run === 'apply' ? reads : 1; request <= reads; request += 1) {
      const { store, client, start } = await prepare();
      actBefore(store, request, () => set(client, theirs));
      const { code } = await start();

      expect(await read(client)).toBe(theirs);
      expect(code).toBe(3);
      kept += 1;
    }
    expect(kept).toBeGreaterThan(0);
  },
);

/** Two sheets have set one value over each other, and the undo of the first has nothing to send: its record is put later. */
async function setOverEachOther(subject: Subject) {
  const { command, sheet, values } = subject;
  const [, own, theirs] = values;
  const { store, client } = await open(subject);
  const run = (...words: readonly string[]) => store.run(command, ...words, '--yes');
  store.write('first.csv', sheet);
  store.write('second.csv', sheet.replace(own, theirs));
  expect((await run('apply', 'first.csv')).code).toBe(0);
  expect((await run('apply', 'second.csv')).code).toBe(0);
  const undos = () => store.folder.names().filter((one) => one.endsWith('.undo.record.jsonl'));
  const begun = store.requests.length;
  expect((await run('undo', 'first.csv')).code).toBe(3);
  const [name = ''] = undos();
  const record = store.folder.read(name);
  rmSync(store.folder.file(name));
  const putRecord = (): void => {
    store.write(name, record);
  };
  // The last of them is under the lock.
  const reads = store.requests.length - begun;
  return { store, client, run, undos, reads, putRecord };
}

test.each(subjects)(
  'an undo of $command takes back no value to one that another undo has taken back meanwhile',
  async (subject) => {
    const [before, own, theirs] = subject.values;
    const first = await setOverEachOther(subject);
    expect((await first.run('undo', 'second.csv')).code).toBe(0);
    // It has seen no other undo.
    expect(await subject.read(first.client)).toBe(own);

    for (let request = 1; request <= first.reads; request += 1) {
      const { store, client, run, putRecord } = await setOverEachOther(subject);
      actBefore(store, request, () => {
        putRecord();
        return Promise.resolve();
      });
      const { code, err } = await run('undo', 'second.csv');

      expect([code, err]).toEqual([3, expect.stringContaining('the plan is out of date')]);
      expect(await subject.read(client)).toBe(theirs);
      expect((await run('undo', 'second.csv')).code).toBe(0);
      expect(await subject.read(client)).toBe(before);
    }
  },
);

test.each(subjects)(
  'an undo of $command that has nothing to send takes nothing back that changed meanwhile',
  async (subject) => {
    const { store, client, run, undos, reads } = await setOverEachOther(subject);
    expect(reads).toBeGreaterThanOrEqual(2);
    actBefore(store, reads, () => subject.set(client, subject.values[1]));
    const { code, err } = await run('undo', 'first.csv');

    expect([code, err]).toEqual([3, expect.stringContaining('the plan is out of date')]);
    expect(undos()).toEqual([]);
  },
);

test.each(['', ' --resume'])(
  'promo-codes create%s sends each code once, whenever another run of its list begins',
  async (flags) => {
    const create = 'promo-codes create --coupon launch --out list.csv --batch 1 --yes --quiet';
    const steps = ['ANNA', 'BERT', 'CARL'];
    /** Opens a store, with a list of which a run before has sent nothing if it is to be continued. */
    const prepare = async () => {
      const store = await openStore();
      const run = (words: string) => store.run(...`${create}${words}`.split(' '));
      store.write('names.csv', `name\n${steps.join('\n')}\n`);
      const first = flags === '' ? ' --from names.csv' : flags;
      if (flags === '') return { store, run, first };
      store.intercept(() => ({ status: 401, json: {} }));
      expect((await run(' --from names.csv')).code).toBe(1);
      store.intercept(() => undefined);
      return { store, run, first };
    };
    const sent = (requests: Store['requests'], begun: number): readonly string[] =>
      requests.slice(begun).flatMap(({ body }) => steps.filter((name) => body.includes(name)));

    for (const step of steps.keys())
      for (const other of [' --from names.csv', ' --from names.csv --force', ' --resume']) {
        const { store, run, first } = await prepare();
        const begun = store.requests.length;
        const codes: unknown[] = [];
        actBefore(store, step + 1, async () => codes.push((await run(other)).code));

        expect((await run(first)).code).toBe(0);
        expect(codes).toEqual([4]);
        expect(sent(store.requests, begun)).toEqual(steps);
        expect((await run(' --resume')).code).toBe(0);
        expect(sent(store.requests, begun)).toEqual(steps);
      }
  },
);
