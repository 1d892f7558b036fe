import type { Check } from './check.ts';
import { connectionChecks } from './checks/connection.ts';
import { countChecks } from './checks/counts.ts';
import { cursorChecks, cursorLifetime } from './checks/cursors.ts';
import { headerChecks } from './checks/headers.ts';
import { offerChecks } from './checks/offers.ts';
import { operationChecks } from './checks/operations.ts';
import { pageChecks } from './checks/pages.ts';
import { questionChecks } from './checks/questions.ts';
import { rangeChecks } from './checks/ranges.ts';
import { responseChecks } from './checks/responses.ts';
import { rowChecks } from './checks/rows.ts';

/** All checks, in the order in which they run. A check stands after those that it needs. */
export const checks: readonly Check[] = [
  ...connectionChecks,
  ...operationChecks,
  ...responseChecks,
  ...rangeChecks,
  ...pageChecks,
  ...cursorChecks,
  ...countChecks,
  ...rowChecks,
  ...offerChecks,
  cursorLifetime,
  ...headerChecks,
  ...questionChecks,
];
