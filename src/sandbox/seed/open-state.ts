import { ConfigurationError } from '../../errors/index.ts';
import { defaultPeriod, defaultSeed, defaultSize, type LedgerShape } from '../ledger/shape.ts';
import type { Settings } from '../options.ts';
import { createIds } from '../random.ts';
import { Journal } from '../store/journal.ts';
import { Store } from '../store/store.ts';
import type { Change } from '../store/tables.ts';
import { initialChanges } from './initial-data.ts';
import { readSeed } from './seed-file.ts';

/** The state of a sandbox, and the ledger it belongs to. */
export interface OpenState {
  readonly store: Store;
  readonly shape: LedgerShape;
}

const thirtyDays = 30 * 86_400_000;

/**
 * Opens the state: a new one, that of the option `seedFile`, or the one of the option `data`.
 *
 * @throws ConfigurationError if the file does not match these settings, or the seed file is invalid.
 */
export function openState(settings: Settings): OpenState {
  const journal = settings.data === undefined ? undefined : new Journal(settings.data);
  try {
    const shape = ledgerShape(settings, journal?.shape);
    const initialTime = new Date(shape.start - thirtyDays).toISOString();
    // A file keeps the state that it began with: whoever restarts the sandbox expects what it was.
    const seeded = journal?.shape ? journal.initial : readSeedOf(settings, shape, initialTime);
    if (journal && !journal.shape) journal.begin(shape, seeded);
    return { store: new Store(seeded ?? initialChanges(initialTime), journal), shape };
  } catch (error) {
    journal?.close();
    throw error;
  }
}

function readSeedOf(
  { seedFile, now, locales }: Settings,
  { seed }: LedgerShape,
  initialTime: string,
): readonly Change[] | undefined {
  if (seedFile === undefined) return undefined;
  return readSeed(seedFile, { initialTime, now, locales, ids: createIds(seed) });
}

/**
 * The ledger of the options. A file keeps its own where an option is missing: the default period changes from month to
 * month, and the default size has changed between versions.
 */
function ledgerShape({ seed, transactions, period, now }: Settings, found?: LedgerShape): LedgerShape {
  const { start, end } = period ?? found ?? defaultPeriod(now());
  const shape = {
    seed: seed ?? found?.seed ?? defaultSeed,
    size: transactions ?? found?.size ?? defaultSize,
    start,
    end,
  };
  if (found) checkShape(found, shape);
  return shape;
}

function checkShape(found: LedgerShape, given: LedgerShape): void {
  const periodOf = ({ start, end }: LedgerShape): string =>
    `${new Date(start).toISOString()}/${new Date(end).toISOString()}`;
  for (const [option, inFile, other] of [
    ['seed', found.seed, given.seed],
    ['transactions', found.size, given.size],
    ['period', periodOf(found), periodOf(given)],
  ] as const) {
    if (inFile !== other) {
      throw new ConfigurationError(
        'data',
        `belongs to a sandbox whose ${option} is ${inFile}, not ${other}: leave out ${option}, or choose another file`,
      );
    }
  }
}
