import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

/** A code block that is marked `ts`. */
export interface CodeBlock {
  /** The file that it is in. */
  readonly page: string;
  /** A name for a file of it alone. */
  readonly file: string;
  readonly code: string;
}

/** The pages of a folder with blocks to run or to compile: the README, the guides, the dictionary and the landing page. */
export function pagesOf(folder: string): string[] {
  return [
    '*.md',
    '.github/*.md',
    'docs/*.md',
    'docs/data/*.md',
    'docs/.vitepress/*.md',
    '{docs/,}skills/*/*.md',
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: folder }))
    .sort();
}

/** The client that the examples of its methods use. */
const exampleClient = `import { PublisherClient } from 'publisher-commerce';\nconst client = new PublisherClient();\n`;

/** The blocks of a page, or of the docstrings of a source file. */
export function codeBlocksOf(folder: string, path: string): CodeBlock[] {
  const text = readFileSync(join(folder, path), 'utf8');
  const prose = path.endsWith('.ts') ? text.replaceAll(/^ *\* ?/gm, '') : text;
  const before = path.startsWith('src/client/resources/') ? exampleClient : '';
  return [...prose.matchAll(/^```ts\n(.*?)^```/gms)].map((match, index) => ({
    page: path,
    file: `${path.replaceAll(/[/.]/g, '-')}-${index + 1}.ts`,
    code: `${before}${match[1] ?? ''}\nexport {};\n`,
  }));
}

/** The code of a file of an application, as a guide shows it: in a block that begins with its path. */
export function documentedFile(folder: string, path: string): string {
  for (const page of pagesOf(folder)) {
    const text = readFileSync(join(folder, page), 'utf8');
    const block = [...text.matchAll(/^```(?:ts|typescript|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```/gms)].find(
      ([, of]) => of === path,
    );
    if (block) return block[2] ?? '';
  }
  throw new Error(`no page shows ${path}`);
}

/** What is wrong with the types of programs, each with the file's name. */
export function typeProblems(files: readonly string[], overrides: ts.CompilerOptions = {}): string[] {
  const root = join(import.meta.dirname, '../..');
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(files, { ...options, noUnusedLocals: false, ...overrides });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.split('/').at(-1) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
