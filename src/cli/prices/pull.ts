import type { PricePointRead } from '../../client/api/price-points.ts';
import { csvLine } from '../../ledger/csv.ts';
import { explainError, exitCode, type ExitCode } from '../command-error.ts';
import { connect } from '../connection.ts';
import { counted } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { createOutput } from '../output.ts';
import type { PullFlags } from './command.ts';
import { byCountry, decimalOf, readPricePoints } from './price-points.ts';
import { sheetColumns } from './wanted.ts';

/** `prices pull`: writes the price points of the service to a sheet. @throws CommandError */
export async function runPull(flags: PullFlags): Promise<ExitCode> {
  const { out, force = false, overridesOnly = false } = flags;
  await checkTarget({ flag: 'out', path: out }, force);
  const { progress, print } = createOutput(flags, 'price points');
  const { client } = connect(flags);
  const found = await interruptible((signal) => readPricePoints(client, progress, signal), explainError, '');
  const rows = found.flatMap((point) => rowsOf(point, overridesOnly));
  await writeResult(out, [sheetColumns, ...rows].map(csvLine).join(''));
  const size = `${counted(found.length, 'price point')}, ${counted(rows.length, 'row')}`;
  print({ file: out, pricePoints: found.length, rows: rows.length }, [`${out}: ${size}`]);
  return exitCode.done;
}

/** A price point without a price to write has one row: the sheet would not have it otherwise. */
function rowsOf(point: PricePointRead, overridesOnly: boolean): readonly string[][] {
  const shown = point.priceByCountry.filter(({ isOverridden }) => isOverridden || !overridesOnly);
  const rows = byCountry(shown).map(
    ({ countryCode2, currencyCode, isOverridden, price, realTimePrice, taxModel }) => {
      const decimal = decimalOf(price, currencyCode);
      const realTime = decimalOf(realTimePrice, currencyCode);
      return [countryCode2, currencyCode, isOverridden ? decimal : '', decimal, realTime, taxModel ?? ''];
    },
  );
  const cellsOfAll = rows.length === 0 ? [sheetColumns.slice(2).map(() => '')] : rows;
  return cellsOfAll.map((cells) => [String(point.priceInUsdCents), ...cells, point.lastUpdate ?? '']);
}
