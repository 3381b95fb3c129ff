import { asLatin, describeLookAlike } from '@tallyhook/schemas';
import type { SourceProblem } from './source-problem.ts';

/**
 * Says which letter of a misspelt name is of another script and only looks like the one that was meant: otherwise the
 * name and what is suggested for it read the same.
 */
export function withForeignLetters(problem: SourceProblem): SourceProblem {
  const [, meant] = /^did you mean "([^"]+)"\?$/.exec(problem.hint ?? '') ?? [];
  if (meant === undefined) return problem;
  const names = [...problem.message.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  const letter = [...names, meant].filter((name) => name !== asLatin(name)).map(describeLookAlike)[0];
  return letter === undefined ? problem : { ...problem, hint: `${problem.hint} ${letter}` };
}
