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
import { interfaceFields } from './interface-fields.ts';

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
  const entries = Object.keys(reports).map((declarations) => join(root, 'dist', declarations));
  const fields = interfaceFields(entries);
  const texts = Object.values(reports).map((report, at) => reportOf(entries[at] ?? '', report));
  const shown = new Set(texts.flatMap((text) => [...text.matchAll(exported)].map(([, name]) => name)));
  return new Map(
    Object.values(reports).map((report, at) => {
      const declarations = (texts[at] ?? '').split('\n\n').filter((declaration) => {
        const [, name] = notExported.exec(declaration) ?? [];
        if (name === undefined) return true;
        const isNew = !shown.has(name) && !schema.test(declaration);
        shown.add(name);
        return isNew;
      });
      return [`docs/api/${report}.api.md`, withFields(declarations.join('\n\n'), fields)];
    }),
  );
}

const exported = /^export (?:declare |abstract )*(?:class|const|function|interface|type) (\w+)/gm;
/** What an exported declaration names: its fields are public too. A schema is not shown: its fields are those of its type. */
const notExported = /^(?:declare |abstract )*(?:class|const|function|interface|type) (\w+)/m;
const schema = /^const \w+: z\./m;
const derived = /^((?:export )?interface (\w+)) extends (?:Readonly<)?z\.(?:output|input)<.*> \{\n/gm;

/** A report with the fields of interfaces that are derived from a schema. */
function withFields(report: string, fields: ReadonlyMap<string, string>): string {
  return report.replaceAll(derived, (_, start: string, name: string) => {
    const lines = fields.get(name);
    if (lines === undefined) throw new Error(`${name} is not in the declarations`);
    return `${start} {\n${lines}`;
  });
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
        includeForgottenExports: true,
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
