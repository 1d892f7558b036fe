import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerShape } from '../ledger/row-times.ts';
import { monthBefore, type Settings } from '../options.ts';
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

/** Without the option `period`, a file keeps its own: the default changes from month to month. */
function ledgerShape({ seed, transactions: size, period, now }: Settings, found?: LedgerShape): LedgerShape {
  const { start, end } = period ?? found ?? monthBefore(now());
  const shape = { seed, size, start, end };
  if (!found) return shape;
  for (const [option, inFile, given] of [
    ['seed', found.seed, seed],
    ['transactions', found.size, size],
    ['period.start', new Date(found.start).toISOString(), new Date(start).toISOString()],
    ['period.end', new Date(found.end).toISOString(), new Date(end).toISOString()],
  ] as const) {
    if (inFile !== given) {
      throw new ConfigurationError('data', `belongs to a sandbox whose ${option} is ${inFile}, not ${given}`);
    }
  }
  return shape;
}
