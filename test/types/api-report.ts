// Compares the built declarations with the reports in docs/api: `npm run check:api`; with --write, `npm run api`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';

import {
  ConsoleMessageId,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor';

const root = join(import.meta.dirname, '../..');
const write = process.argv.includes('--write');

/** The reports by the declarations that they are made from. */
const reports = {
  'index.d.ts': 'publisher-commerce',
  'schemas.d.ts': 'publisher-commerce-schemas',
  'callbacks.d.ts': 'publisher-commerce-callbacks',
  'sandbox.d.ts': 'publisher-commerce-sandbox',
  'ledger.d.ts': 'publisher-commerce-ledger',
  'postgres.d.ts': 'publisher-commerce-postgres',
};

mkdirSync(join(root, 'docs/api'), { recursive: true });
const changed = Object.entries(reports).filter(
  ([declarations, report]) => !isAsReported(declarations, report),
);

if (changed.length > 0 && !write) {
  console.error(styleText('red', 'The public types are not those of docs/api.'));
  console.error(
    'If the change is meant, run `npm run api` and commit what it writes; describe it in CHANGELOG.md.',
  );
  process.exitCode = 1;
}

function isAsReported(declarations: string, report: string): boolean {
  const entry = join(root, 'dist', declarations);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: { extends: join(root, 'tsconfig.json'), include: [], files: [entry] } },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: join(root, 'docs/api'),
        reportTempFolder: join(root, 'out/api'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
  const result = Extractor.invoke(config, {
    localBuild: write,
    printApiReportDiff: !write,
    messageCallback: tellOnlyDifferences,
  });
  if (result.errorCount > 0) process.exitCode = 1;
  if (write && result.apiReportChanged) console.log(`wrote docs/api/${report}.api.md`);
  return !result.apiReportChanged;
}

/** Its other messages are about how it updates a report. */
function tellOnlyDifferences(message: ExtractorMessage): void {
  const id: string = message.messageId;
  const differences: string = ConsoleMessageId.ApiReportDiff;
  message.handled = id !== differences && message.logLevel !== ExtractorLogLevel.Error;
}
