// Checks the words of docs, comments and messages against .textlintrc.yml: `npm run check:prose`. Paths limit the check
// to these files.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter, loadTextlintrc } from 'textlint';
import ts from 'typescript';

/** A comment or a message of a source file, as Markdown with the line breaks of the source. */
interface Passage {
  readonly text: string;
  /** Line of the file that `text` starts on, from 1. */
  readonly line: number;
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const root = join(import.meta.dirname, '..');
const pages = ['*.md', '.github/*.md', 'docs/*.md', 'docs/data/*.md', 'docs/.vitepress/*.md'];
const sources = [
  'src/**/*.ts',
  'examples/**/*.ts',
  'docs/*.ts',
  'docs/generate/**/*.ts',
  'docs/.vitepress/**/*.ts',
  '.github/**/*.ts',
  'test/**/*.ts',
  '*.config.ts',
];
// Its samples are words of the list.
const exception = 'test/docs/check-prose.test.ts';

// Indented text would be code in Markdown, and code is not checked.
const withoutIndent = (text: string): string => text.replaceAll(/^[ \t]+/gm, '');

/** Returns the comments of a source file, and its strings that contain a space: one without is a name, not a message. */
function passagesOf(source: string): Passage[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const passages: Passage[] = [];
  const comments = new Map<number, ts.CommentRange>();
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const addString = (text: string, node: ts.Node): void => {
    if (/\s/.test(text)) passages.push({ text: withoutIndent(text), line: lineOf(node.getStart()) });
  };
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ]) {
      comments.set(range.pos, range);
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) addString(node.text, node);
    if (ts.isTemplateExpression(node)) {
      // A value is code, and so is not checked.
      const spans = node.templateSpans.map(({ literal }) => `\`…\`${literal.text}`);
      addString([node.head.text, ...spans].join(''), node);
    }
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(file);
  return [...passages, ...paragraphs([...comments.values()].sort((left, right) => left.pos - right.pos))];

  /** Joins `//` comments on consecutive lines, so that a phrase is found across a line break. */
  function paragraphs(ranges: readonly ts.CommentRange[]): Passage[] {
    const found: Passage[] = [];
    let nextLine = 0;
    for (const { pos, end, kind } of ranges) {
      const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
      const text = withoutIndent(
        source
          .slice(pos, end)
          .replaceAll(/^\s*(?:\/\/|\/\*+|\*(?!\/))/gm, '')
          .replace(/\*\/$/, ''),
      );
      const last = found.at(-1);
      if (isLine && last && lineOf(pos) === nextLine) {
        found[found.length - 1] = { ...last, text: `${last.text}\n${text}` };
      } else {
        found.push({ text, line: lineOf(pos) });
      }
      nextLine = isLine ? lineOf(pos) + 1 : 0;
    }
    return found;
  }
}

/** Returns the findings in a page (`.md`) or a source file. */
export type CheckFile = (path: string, text: string) => Promise<Finding[]>;

export async function createProseCheck(): Promise<CheckFile> {
  const descriptor = await loadTextlintrc({ configFilePath: join(root, '.textlintrc.yml') });
  const linter = createLinter({ descriptor, cwd: root });
  return async (path, text) => {
    const passages = path.endsWith('.md') ? [{ text, line: 1 }] : passagesOf(text);
    const found = await Promise.all(
      passages.map(async (passage) => {
        const { messages } = await linter.lintText(passage.text, 'passage.md');
        return messages.map(({ loc, message }) => ({
          path,
          line: passage.line + loc.start.line - 1,
          message,
        }));
      }),
    );
    return found.flat().sort((left, right) => left.line - right.line);
  };
}

async function main(args: readonly string[]): Promise<void> {
  const given = args.filter((arg) => !arg.startsWith('--'));
  const all = globSync([...pages, ...sources], {
    cwd: root,
    exclude: [exception, 'test/**/node_modules'],
  }).sort();
  const paths = given.length > 0 ? given : all;
  const check = await createProseCheck();
  const findings: Finding[] = [];
  for (const path of paths) findings.push(...(await check(path, readFileSync(join(root, path), 'utf8'))));
  for (const { path, line, message } of findings) console.error(`${path}:${line} ${message}`);
  console.log(`${paths.length} files checked, ${findings.length} words to replace`);
  if (findings.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
