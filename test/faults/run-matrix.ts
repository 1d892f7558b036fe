// Runs the fault matrix in a process of its own, all rows at the same time. It prints a line of JSON for each cell, then
// what else the process reported, and has to end by itself.
import { good } from './actions.ts';
import { responseTo, columns } from './columns.ts';
import { matrix, type Row } from './matrix.ts';
import { RawService } from './raw-service.ts';
import { runVariant } from './run-variant.ts';

const disturbances: string[] = [];
process.on('warning', ({ name, message }) => disturbances.push(`warning ${name}: ${message}`));
process.on('unhandledRejection', (reason) => disturbances.push(`unhandled rejection: ${String(reason)}`));

const elsewhere = await new RawService(responseTo, () => good).open();

async function runRow({ row, variants: all }: Row): Promise<void> {
  for (const column of columns) {
    const problems: string[] = [];
    let variants = 0;
    for (const variant of all) {
      const expectation = variant.expect[column.name];
      if (expectation === undefined) continue;
      variants += 1;
      const found = await runVariant(variant, column, expectation, elsewhere);
      problems.push(...found.map((problem) => `${variant.name}: ${problem}`));
    }
    console.log(JSON.stringify({ row, column: column.name, variants, problems }));
  }
}

await Promise.all(matrix(elsewhere.url).map(runRow));
await new Promise((resolve) => setTimeout(resolve, 20));
await elsewhere.close();
console.log(JSON.stringify({ disturbances }));
