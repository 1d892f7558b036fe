// The public types of each entry point as its built declarations have them: docs/api.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor';

import type { GeneratedFiles } from './files.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'out/api');

/** The reports by the declarations that they are made from. */
const reports = {
  'index.d.ts': 'publisher-commerce',
  'schemas.d.ts': 'publisher-commerce-schemas',
  'callbacks.d.ts': 'publisher-commerce-callbacks',
  'sandbox.d.ts': 'publisher-commerce-sandbox',
  'ledger.d.ts': 'publisher-commerce-ledger',
  'postgres.d.ts': 'publisher-commerce-postgres',
};

/** Returns the content of the files of `docs/api`. */
export function apiReports(): GeneratedFiles {
  mkdirSync(folder, { recursive: true });
  return new Map(
    Object.entries(reports).map(([declarations, report]) => [
      `docs/api/${report}.api.md`,
      reportOf(join(root, 'dist', declarations), report),
    ]),
  );
}

function reportOf(entry: string, report: string): string {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: { extends: join(root, 'tsconfig.json'), include: [], files: [entry] } },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: join(root, 'docs/api'),
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
  const { errorCount } = Extractor.invoke(config, { messageCallback: showOnlyErrors });
  if (errorCount > 0) throw new Error(`The declarations of ${report} have errors.`);
  return readFileSync(join(folder, `${report}.api.md`), 'utf8');
}

/** Its other messages are about whether the file in docs/api differs. */
function showOnlyErrors(message: ExtractorMessage): void {
  message.handled = message.logLevel !== ExtractorLogLevel.Error;
}
