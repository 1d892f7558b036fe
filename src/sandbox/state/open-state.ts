import { ConfigurationError } from '../../errors/index.ts';
import { defaultPeriod, defaultSeed, defaultSize } from '../ledger/default-ledger.ts';
import type { LedgerShape } from '../ledger/row-times.ts';
import type { Settings } from '../options.ts';
import { initialChanges } from './initial/initial-changes.ts';
import { Journal } from './journal.ts';
import { Store } from './store.ts';

/** The state of a sandbox, and the ledger it belongs to. */
export interface OpenState {
  readonly store: Store;
  readonly shape: LedgerShape;
  /** Creation time of the initial data: UTC, ISO 8601. */
  readonly initialTime: string;
}

const thirtyDays = 30 * 86_400_000;

/**
 * Opens the state: a new one, or the one of the option `data`.
 *
 * @throws ConfigurationError if the file does not match these settings.
 */
export function openState(settings: Settings): OpenState {
  const journal = settings.data === undefined ? undefined : new Journal(settings.data);
  try {
    const shape = ledgerShape(settings, journal?.shape);
    if (journal && !journal.shape) journal.begin(shape);
    const initialTime = new Date(shape.start - thirtyDays).toISOString();
    return { store: new Store(initialChanges(initialTime), journal), shape, initialTime };
  } catch (error) {
    journal?.close();
    throw error;
  }
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
