import { showControls } from './show-controls.ts';
import type { SourceProblem } from './source-problem.ts';
import { writeSarif } from './write-sarif.ts';

/** Output formats for problems. */
export const problemFormats = ['text', 'json', 'sarif', 'github'] as const;

/** An output format for problems. */
export type ProblemFormat = (typeof problemFormats)[number];

const writers: Record<ProblemFormat, (problems: readonly SourceProblem[]) => string> = {
  text: (problems) => problems.map(formatProblem).join('\n\n'),
  json: (problems) => JSON.stringify(problems, null, 2),
  sarif: writeSarif,
  github: (problems) => problems.map(annotate).join('\n'),
};

/**
 * Formats problems for people (`text`: place, pointer, code and message, the line with a caret, what to do), for
 * programs (`json`: a list of SourceProblem; `sarif`: SARIF 2.1.0) or as GitHub Actions annotations (`github`).
 */
export function formatProblems(problems: readonly SourceProblem[], { format }: { format: ProblemFormat }): string {
  return writers[format](problems);
}

/** Writes a workflow command of GitHub Actions, which shows the message next to the line of a change. */
function annotate({ severity, file, line, column, pointer, code, message, hint }: SourceProblem): string {
  const data = (text: string): string => showControls(text).replaceAll('%', '%25');
  const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = `file=${property(file)},line=${line},col=${column},title=${property(code)}`;
  const lines = [`${message} (${pointer})`, ...(hint === undefined ? [] : [hint])];
  return `::${severity} ${place}::${lines.map(data).join('%0A')}`;
}

function formatProblem(problem: SourceProblem): string {
  const { file, line, column, pointer, code, message, hint, severity } = problem;
  const level = severity === 'warning' ? 'warning: ' : '';
  const head = showControls(`${file}:${line}:${column}  ${pointer}  ${code}  ${level}${message}`);
  return [head, ...quote(problem), ...(hint === undefined ? [] : [`  hint: ${showControls(hint)}`])].join('\n');
}

const widest = 100;

/** The source line with a caret below the place. A long line is cut around it. */
function quote({ sourceLine, sourceColumn: column }: SourceProblem): string[] {
  if (sourceLine === '') return [];
  const from = Math.max(0, column - 1 - widest / 2);
  const [before, after] = [sourceLine.slice(from, column - 1), sourceLine.slice(column - 1, from + widest)].map(
    (part) => showControls(part, { keep: '\t' }),
  ) as [string, string];
  return [`  ${before}${after}`, `  ${before.replaceAll(/[^\t]/g, ' ')}^`];
}
