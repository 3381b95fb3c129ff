import type { SourceProblem } from './source-problem.ts';

/**
 * Writes problems for people (`text`: place, pointer, code and message, the line with a caret, what to do) or for
 * programs (`json`: a list of SourceProblem).
 */
export function formatProblems(problems: readonly SourceProblem[], { format }: { format: 'text' | 'json' }): string {
  if (format === 'json') return JSON.stringify(problems, null, 2);
  return problems.map(formatProblem).join('\n\n');
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
function quote({ sourceLine, column }: SourceProblem): string[] {
  if (sourceLine === '') return [];
  const from = Math.max(0, column - 1 - widest / 2);
  const shown = sourceLine.slice(from, from + widest);
  const caret = shown.slice(0, column - 1 - from).replaceAll(/[^\t]/g, ' ');
  return [`  ${shown}`, `  ${caret}^`];
}
