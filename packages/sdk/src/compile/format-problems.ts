import type { SourceProblem } from './source-problem.ts';
import { writeSarif } from './write-sarif.ts';

/** The forms in which problems can be written. */
export const problemFormats = ['text', 'json', 'sarif', 'github'] as const;

/** One of the forms in which problems can be written. */
export type ProblemFormat = (typeof problemFormats)[number];

const writers: Record<ProblemFormat, (problems: readonly SourceProblem[]) => string> = {
  text: (problems) => problems.map(formatProblem).join('\n\n'),
  json: (problems) => JSON.stringify(problems, null, 2),
  sarif: writeSarif,
  github: (problems) => problems.map(annotate).join('\n'),
};

/**
 * Writes problems for people (`text`: place, pointer, code and message, the line with a caret, what to do), for programs
 * (`json`: a list of SourceProblem; `sarif`: SARIF 2.1.0) or as annotations of GitHub Actions (`github`).
 */
export function formatProblems(problems: readonly SourceProblem[], { format }: { format: ProblemFormat }): string {
  return writers[format](problems);
}

/** One workflow command of GitHub Actions: it shows the message beside the line of a change. */
function annotate({ severity, file, line, column, pointer, code, message, hint }: SourceProblem): string {
  const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = `file=${property(file)},line=${line},col=${column},title=${property(code)}`;
  return `::${severity} ${place}::${data(`${message} (${pointer})${hint === undefined ? '' : `\n${hint}`}`)}`;
}

function formatProblem(problem: SourceProblem): string {
  const { file, line, column, pointer, code, message, hint, severity } = problem;
  const level = severity === 'warning' ? 'warning: ' : '';
  const lines = [`${file}:${line}:${column}  ${pointer}  ${code}  ${level}${message}`, ...quote(problem)];
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return lines.join('\n');
}

const widest = 100;

/** The line with a caret below the place; a long line is cut around it. */
function quote({ sourceLine, sourceColumn: column }: SourceProblem): string[] {
  if (sourceLine === '') return [];
  const from = Math.max(0, column - 1 - widest / 2);
  const shown = sourceLine.slice(from, from + widest);
  const caret = shown.slice(0, column - 1 - from).replaceAll(/[^\t]/g, ' ');
  return [`  ${shown}`, `  ${caret}^`];
}
