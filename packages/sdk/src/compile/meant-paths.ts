import type { SourceProblem } from './source-problem.ts';

/** Where a path without its braces is refused because it is always the same, that is told once, with what was meant. */
export function withMeantPaths(found: SourceProblem[]): SourceProblem[] {
  const isBare = ({ code, severity }: SourceProblem): boolean => code === 'constant_value' && severity === 'warning';
  const at = (problem: SourceProblem, others: SourceProblem[]): SourceProblem | undefined =>
    others.find(({ pointer }) => pointer === problem.pointer);
  const [bare, errors] = [found.filter(isBare), found.filter(({ severity }) => severity === 'error')];
  return found
    .filter((problem) => !isBare(problem) || at(problem, errors) === undefined)
    .map((problem) => {
      const hint = problem.severity === 'error' ? at(problem, bare)?.hint : undefined;
      return hint === undefined ? problem : { ...problem, hint };
    });
}
