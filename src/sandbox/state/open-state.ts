import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerShape } from '../ledger/clock.ts';
import { monthBefore, type Settings } from '../options.ts';
import { firstChanges } from './first-changes.ts';
import { Journal } from './journal.ts';
import { Store } from './store.ts';

/** The state of a sandbox, and the ledger that it goes with. */
export interface OpenState {
  readonly store: Store;
  readonly shape: LedgerShape;
  /** When everything in the Dashboard was made: UTC, ISO 8601. */
  readonly dashboardTime: string;
}

const thirtyDays = 30 * 86_400_000;

/**
 * Opens the state: a new one, or that of the file.
 *
 * @throws ConfigurationError when the file is not one that these settings can go on with.
 */
export function openState(settings: Settings): OpenState {
  const journal = settings.data === undefined ? undefined : new Journal(settings.data);
  try {
    const shape = ledgerShape(settings, journal?.shape);
    if (journal && !journal.shape) journal.begin(shape);
    const dashboardTime = new Date(shape.start - thirtyDays).toISOString();
    return { store: new Store(firstChanges(dashboardTime), journal), shape, dashboardTime };
  } catch (error) {
    journal?.close();
    throw error;
  }
}

/** Without a period given, a file keeps its own: a month later, another would be the default. */
function ledgerShape({ seed, transactions: size, period, now }: Settings, found?: LedgerShape): LedgerShape {
  const { start, end } = period ?? found ?? monthBefore(now());
  const shape = { seed, size, start, end };
  if (!found) return shape;
  for (const [option, inFile, asked] of [
    ['seed', found.seed, seed],
    ['transactions', found.size, size],
    ['period.start', new Date(found.start).toISOString(), new Date(start).toISOString()],
    ['period.end', new Date(found.end).toISOString(), new Date(end).toISOString()],
  ] as const) {
    if (inFile !== asked) {
      throw new ConfigurationError('data', `belongs to a sandbox whose ${option} is ${inFile}, not ${asked}`);
    }
  }
  return shape;
}
