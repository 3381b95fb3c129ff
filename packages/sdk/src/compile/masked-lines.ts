import { findForms } from '../recording/credential-forms.ts';
import { shownLength } from './check-constants.ts';
import type { SourceProblem } from './source-problem.ts';

/**
 * Masks credentials in the source lines of problems with `*`, in every line, because lines are printed to logs. Masking
 * keeps the length of each line, so that columns stay right.
 */
export function withMaskedLines(problems: readonly SourceProblem[]): SourceProblem[] {
  const lineOf = ({ file, line }: SourceProblem): string => `${line} ${file}`;
  const byLine = Map.groupBy(problems, lineOf);
  return problems.map((problem) => {
    const secrets = byLine.get(lineOf(problem))!.flatMap(({ secrets = [] }) => secrets);
    const shown = { ...problem, sourceLine: masked(problem, secrets) };
    delete shown.secrets;
    delete shown.cause;
    return shown;
  });
}

function masked({ sourceLine, column, sourceColumn }: SourceProblem, secrets: { from: number; to: number }[]): string {
  const begin = column - sourceColumn + 1;
  const known = secrets.map(({ from, to }) => ({ from: from - begin, to: to - begin }));
  // A line may contain other credentials, and so may a text that cannot be parsed.
  const forms = findForms(sourceLine).map(({ secret, offset }) => ({
    from: offset + shownLength(secret),
    to: offset + secret.length,
  }));
  return [...known, ...forms].reduce((line, { from, to }) => {
    const [first, last] = [Math.max(0, from), Math.min(line.length, to)];
    return first < last ? line.slice(0, first) + '*'.repeat(last - first) + line.slice(last) : line;
  }, sourceLine);
}
