import type { PricePointRead } from '../../../client/api/price-points.ts';
import { pulledColumn, type PulledFrom, writePulled } from '../../changes/pulled-column.ts';
import { OutputFile } from '../../files/output-file.ts';
import { connect } from '../../service/connection.ts';
import { byCountry, decimalOf, readPricePoints } from '../../service/price-points.ts';
import { writeTable, type WrittenCell } from '../../tables/write-table.ts';
import { exitCode, type ExitCode, explainError } from '../../terminal/command-error.ts';
import { counted } from '../../terminal/format.ts';
import { interruptible } from '../../terminal/interrupt.ts';
import { createOutput } from '../../terminal/output.ts';
import type { PricesPullFlags } from './flags.ts';
import { keyOfPrice, sheetColumns } from './sheet.ts';

/** `prices pull`: writes the price points of the service to a sheet. @throws CommandError */
export async function runPricesPull(flags: PricesPullFlags): Promise<ExitCode> {
  const { out, force = false, overridesOnly = false } = flags;
  const sheet = await OutputFile.check({ flag: 'out', path: out }, force);
  const { progress, print } = createOutput(flags, 'price points');
  const connection = connect(flags);
  const read = (signal: AbortSignal) => readPricePoints({ connection, signal, progress: progress.update });
  const found = await interruptible(read, explainError, '').finally(progress.stop);
  const pulled = { time: new Date(), service: connection };
  const rows = found.flatMap((point) => rowsOf(point, overridesOnly ? undefined : pulled));
  await writeTable(sheet, 'Prices', overridesOnly ? sheetColumns : [...sheetColumns, pulledColumn], rows);
  const size = `${counted(found.length, 'price point')}, ${counted(rows.length, 'row')}`;
  print({ file: out, pricePoints: found.length, rows: rows.length }, [`${out}: ${size}`]);
  return exitCode.done;
}

/** A price point without a price to write has one row: the sheet would not have it otherwise. */
function rowsOf(point: PricePointRead, pulled: PulledFrom | undefined): readonly WrittenCell[][] {
  const item = String(point.priceInUsdCents);
  const shown = point.priceByCountry.filter(({ isOverridden }) => isOverridden || pulled !== undefined);
  const first: WrittenCell = { decimal: item };
  const pulledIn = (country: string, base: readonly (readonly [string, string])[]): readonly string[] =>
    pulled ? [writePulled(pulled, keyOfPrice(item, country), base)] : [];
  if (shown.length === 0) {
    const empty = sheetColumns.slice(1).map(() => '');
    return [[first, ...empty, ...pulledIn('', [])]];
  }
  return byCountry(shown).map(
    ({ countryCode2, currencyCode, isOverridden, price, realTimePrice, taxModel }) => {
      const current = decimalOf(price, currencyCode);
      const override = isOverridden ? current : '';
      const realTime = realTimePrice === null ? '' : decimalOf(realTimePrice, currencyCode);
      const cells: WrittenCell[] = [
        first,
        countryCode2,
        currencyCode,
        { decimal: override },
        { decimal: current },
        { decimal: realTime },
        taxModel ?? '',
      ];
      const base = [
        ['override', override],
        ['current_price', current],
        ['real_time_price', realTime],
      ] as const;
      return [...cells, ...pulledIn(countryCode2, base)];
    },
  );
}
