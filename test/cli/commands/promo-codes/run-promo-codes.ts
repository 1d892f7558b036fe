import { parse } from 'csv-parse/sync';

import { openStore, type Store } from '../../open-store.ts';
import type { Output } from '../../run-here.ts';

/** A store whose promo codes are created. */
export interface PromoStore extends Store {
  /** Runs `promo-codes create --coupon autumn --out codes.csv --yes`. */
  readonly create: (...args: readonly string[]) => Promise<Output>;
  /** The rows of `codes.csv`, without the names of the columns. */
  readonly rows: () => readonly (readonly string[])[];
  /** The name and the state of each row. */
  readonly states: () => readonly string[];
  /** The names of the codes of each request. */
  readonly sent: () => readonly (readonly string[])[];
  /** The codes that the store has, as `coupon name`. */
  readonly created: () => readonly string[];
}

/** The first flags of each run. */
export const base = ['promo-codes', 'create', '--coupon', 'autumn', '--out', 'codes.csv', '--yes'] as const;

/** Flags of a run, and those of {@link base} that it does not set itself. */
function withBase(args: readonly string[]): readonly string[] {
  const [command, subcommand, , coupon, , out, yes] = base;
  const defaults = [
    ...(args.includes('--coupon') ? [] : ['--coupon', coupon]),
    ...(args.includes('--out') ? [] : ['--out', out]),
  ];
  return [command, subcommand, ...defaults, yes, ...args];
}

/** Opens a store with these names in `names.csv`. */
export async function openPromoStore(...names: readonly string[]): Promise<PromoStore> {
  const store = await openStore();
  store.write('names.csv', `name\n${names.map((name) => `${name}\n`).join('')}`);
  const rows = (): string[][] => parse(store.folder.read('codes.csv')).slice(1);
  return {
    ...store,
    create: (...args) => store.run(...withBase(args)),
    rows,
    states: () => rows().map(([, name = '', , , state = '']) => `${name} ${state}`),
    sent: () =>
      store
        .writes()
        .map((body) => (body as { promoCodes: { name: string }[] }).promoCodes.map(({ name }) => name)),
    created: () => store.sandbox.state().promoCodes.map(({ couponName, name }) => `${couponName} ${name}`),
  };
}

/** Creates the codes of `names.csv` for another coupon. */
export async function createElsewhere(store: PromoStore): Promise<void> {
  await store.run(
    ...['promo-codes', 'create', '--coupon', 'spring', '--yes'],
    ...['--from', 'names.csv', '--out', 'spring.csv'],
  );
}
