import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { compileConnector, partFolders, readFolder, type SourceProblem } from '@tallyhook/sdk';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';

/** The folder of the connector that a file belongs to; undefined if there is none. */
export function connectorOf(path: string): string | undefined {
  const folder = dirname(path);
  const isPart = partFolders.includes(basename(folder));
  return [folder, ...(isPart ? [dirname(folder)] : [])].find((root) => existsSync(join(root, 'connector.json')));
}

/** Reads a connector as the editor shows it; `open` holds the unsaved texts. */
export function readOpenFolder(root: string, open: ReadonlyMap<string, string>): ReturnType<typeof readFolder> {
  const { texts, problems } = readFolder(root);
  for (const [path, text] of open) {
    const name = nameInside(root, path);
    if (texts.has(name)) texts.set(name, text);
  }
  return { texts, problems };
}

/** Path of a file within its connector. */
export function nameInside(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Diagnostics for each file of a connector. */
export function diagnose(root: string, open: ReadonlyMap<string, string>): Map<string, Diagnostic[]> {
  const { texts, problems } = readOpenFolder(root, open);
  const found = new Map<string, Diagnostic[]>();
  for (const problem of [...problems, ...compileConnector(texts).problems]) {
    const path = join(root, problem.file);
    found.set(path, [...(found.get(path) ?? []), toDiagnostic(problem)]);
  }
  return found;
}

function toDiagnostic({
  severity,
  line,
  column,
  code,
  message,
  hint,
  sourceLine,
  sourceColumn,
}: SourceProblem): Diagnostic {
  const start = { line: line - 1, character: column - 1 };
  const length = lengthOf(sourceLine.slice(sourceColumn - 1));
  return {
    range: { start, end: { ...start, character: start.character + length } },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'tallyhook',
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

/** Length of the marked range: a quoted string or a word. */
function lengthOf(rest: string): number {
  return /^"(?:[^"\\]|\\.)*"|^[\w.-]+/.exec(rest)?.[0].length ?? 1;
}
