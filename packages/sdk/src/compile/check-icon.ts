import type { SourceProblemCode } from './codes/index.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

const mostCharacters = 100_000;
const forbidden = /<\s*(script|foreignObject|iframe|embed|object|style)\b|\son\w+\s*=|(?:href|src)\s*=\s*["']\s*(?!#)/i;

/** Checks that an icon is a small picture that runs and fetches nothing. */
export function checkIcon(problems: SourceProblem[], text: string | undefined): void {
  if (text === undefined) return;
  const report = (offset: number, code: SourceProblemCode, message: string, hint: string): void => {
    problems.push({
      severity: 'error',
      file: 'icon.svg',
      ...placeInText(text, offset),
      pointer: '#',
      code,
      message,
      hint,
    });
  };
  if (text.length > mostCharacters)
    report(0, 'too_large', `the icon has more than ${mostCharacters} characters`, 'simplify it');
  if (!/<svg[\s>]/i.test(text)) report(0, 'wrong_format', 'the icon is not an SVG picture', 'begin it with <svg');
  const match = forbidden.exec(text);
  if (match !== null)
    report(match.index, 'unsafe_icon', `an icon holds no "${match[0].trim()}"`, 'keep to shapes and colours');
}
