// Runs one row of the fault matrix in a process of its own: `node run-row.ts 5`. It prints a line of JSON for each
// cell and then has to end by itself.
import { good } from './actions.ts';
import { responseTo, columns } from './columns.ts';
import { matrix } from './matrix.ts';
import { RawService } from './raw-service.ts';
import { runVariant } from './run-variant.ts';

const disturbances: string[] = [];
process.on('warning', ({ name, message }) => disturbances.push(`warning ${name}: ${message}`));
process.on('unhandledRejection', (reason) => disturbances.push(`unhandled rejection: ${String(reason)}`));

const elsewhere = await new RawService(responseTo, () => good).open();
const row = matrix(elsewhere.url).find((candidate) => candidate.row === Number(process.argv[2]));
if (!row) throw new Error('name a row of the matrix');

for (const column of columns) {
  const problems: string[] = [];
  let variants = 0;
  for (const variant of row.variants) {
    const expectation = variant.expect[column.name];
    if (expectation === undefined) continue;
    variants += 1;
    const found = await runVariant(variant, column, expectation, elsewhere);
    problems.push(...found.map((problem) => `${variant.name}: ${problem}`));
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  problems.push(...disturbances.splice(0));
  console.log(JSON.stringify({ row: row.row, column: column.name, variants, problems }));
}
await elsewhere.close();
