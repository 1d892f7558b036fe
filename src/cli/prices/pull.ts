import type { PricePointRead } from '../../client/api/price-points.ts';
import { explainError, exitCode, type ExitCode } from '../command-error.ts';
import { connect } from '../connection.ts';
import { counted } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { checkTarget } from '../output-file.ts';
import { createOutput } from '../output.ts';
import { type WrittenCell, writeTable } from '../table/write-table.ts';
import type { PullFlags } from './command.ts';
import { byCountry, decimalOf, readPricePoints } from './price-points.ts';
import { sheetColumns } from './sheet.ts';

/** `prices pull`: writes the price points of the service to a sheet. @throws CommandError */
export async function runPull(flags: PullFlags): Promise<ExitCode> {
  const { out, force = false, overridesOnly = false } = flags;
  await checkTarget({ flag: 'out', path: out }, force);
  const { progress, print } = createOutput(flags, 'price points');
  const connection = connect(flags);
  const read = (signal: AbortSignal) => readPricePoints({ connection, signal, progress: progress.update });
  const found = await interruptible(read, explainError, '').finally(progress.stop);
  const rows = found.flatMap((point) => rowsOf(point, overridesOnly));
  await writeTable(out, 'Prices', sheetColumns, rows);
  const size = `${counted(found.length, 'price point')}, ${counted(rows.length, 'row')}`;
  print({ file: out, pricePoints: found.length, rows: rows.length }, [`${out}: ${size}`]);
  return exitCode.done;
}

/** A price point without a price to write has one row: the sheet would not have it otherwise. */
function rowsOf(point: PricePointRead, overridesOnly: boolean): readonly WrittenCell[][] {
  const shown = point.priceByCountry.filter(({ isOverridden }) => isOverridden || !overridesOnly);
  const rows = byCountry(shown).map(
    ({ countryCode2, currencyCode, isOverridden, price, realTimePrice, taxModel }): WrittenCell[] => {
      const [decimal, today] = [price, realTimePrice].map((one): WrittenCell =>
        one === null ? '' : { decimal: decimalOf(one, currencyCode) },
      );
      return [countryCode2, currencyCode, isOverridden ? decimal : '', decimal, today, taxModel].map(
        (cell) => cell ?? '',
      );
    },
  );
  const cellsOfAll = rows.length === 0 ? [sheetColumns.slice(2).map(() => '')] : rows;
  const price = { decimal: String(point.priceInUsdCents) };
  return cellsOfAll.map((cells) => [price, ...cells, point.lastUpdate ?? '']);
}
