import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/** What a careful user sets, and no `paths`: 'publisher-commerce' is the package as it was built. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: ['node'],
  module: ts.ModuleKind.NodeNext,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
};

/** What an editor underlines. */
export interface Problem {
  readonly code: number;
  readonly message: string;
}

/** An editor with one file open, `user.ts`, in a project that has the built package installed. */
export class Editor {
  readonly #file = join(import.meta.dirname, 'user.ts');
  readonly #text: string;
  readonly #service: ts.LanguageService;

  constructor(text: string) {
    this.#text = text;
    const read = (path: string) => (path === this.#file ? text : ts.sys.readFile(path));
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [this.#file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const found = read(path);
        return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
      },
      fileExists: (path) => path === this.#file || ts.sys.fileExists(path),
      readFile: read,
    });
  }

  get program(): ts.Program {
    const program = this.#service.getProgram();
    if (program === undefined) throw new Error('the language service has no program');
    return program;
  }

  /** What is shown when the pointer rests on the last letter of `text`, in one line. */
  hover(text: string): string {
    const info = this.#service.getQuickInfoAtPosition(this.#file, this.#after(text) - 1);
    return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' ');
  }

  /** What is underlined. */
  problems(): Problem[] {
    return [
      ...this.#service.getSyntacticDiagnostics(this.#file),
      ...this.#service.getSemanticDiagnostics(this.#file),
    ].map(({ code, messageText }) => ({
      code,
      message: ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' '),
    }));
  }

  #after(text: string): number {
    const at = this.#text.indexOf(text);
    if (at < 0) throw new Error(`the file has no ${text}`);
    return at + text.length;
  }
}
