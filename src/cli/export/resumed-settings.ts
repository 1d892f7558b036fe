import { checkOrigin } from '../check-origin.ts';
import { UsageError } from '../usage-error.ts';
import type { ExportSettings } from './export-settings.ts';
import type { GivenSettings } from './given-settings.ts';
import { createHashValue, fingerprintOf } from './hash-key.ts';

/** The flags of settings that must be the same as before. */
const fixed = {
  hash: '--hash',
  bom: '--bom',
  quarantine: '--quarantine',
  receipt: '--receipt',
  transactions: '--transactions',
  environment: '--environment',
} as const satisfies Partial<Record<keyof GivenSettings, string>>;

/** The flags of settings that are kept as stored, because what is in the file depends on them. */
const kept = {
  startDate: 'the range',
  endDate: 'the range',
  limit: '--limit',
  windows: '--windows',
  format: '--format',
  drop: '--drop',
} as const satisfies Partial<Record<keyof GivenSettings, string>>;

/** Settings to continue with. */
export interface ResumedSettings {
  readonly settings: ExportSettings;
  /** What the command line gives otherwise, and is not used. */
  readonly ignored: readonly string[];
}

/**
 * Returns the settings of an export that is continued: those stored win.
 *
 * @throws UsageError naming another flag, or a variable, that differs.
 */
export function resumedSettings(
  stored: ExportSettings,
  given: GivenSettings,
  env: NodeJS.ProcessEnv,
): ResumedSettings {
  for (const name of namesOf(fixed)) {
    if (!differs(given[name], stored[name])) continue;
    const isSandbox = name === 'transactions' && stored.transactions === null;
    const flag = isSandbox ? '--sandbox' : fixed[name];
    throw new UsageError(
      `${flag}: differs from the stored export; leave it out to continue, or start again with --force`,
    );
  }
  checkVariables(stored, env);
  const ignored = namesOf(kept).filter((name) => differs(given[name], stored[name]));
  return { settings: stored, ignored: [...new Set(ignored.map((name) => kept[name]))] };
}

/** The token is sent to the address of the environment only, never to one from a file. */
function checkVariables(stored: ExportSettings, env: NodeJS.ProcessEnv): void {
  if (stored.hashKey !== null && fingerprintOf(createHashValue(env)) !== stored.hashKey) {
    throw new UsageError('PUBLISHER_HASH_KEY: differs from the key of the stored export');
  }
  if (stored.transactions !== null) return;
  checkOrigin(stored, 'the stored export', env);
}

function differs(given: unknown, stored: unknown): boolean {
  return given !== undefined && JSON.stringify(given) !== JSON.stringify(stored);
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  // The records above have these keys only.
  return Object.keys(record) as Name[];
}
