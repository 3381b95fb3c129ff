import type { SourceProblemCode } from './codes/index.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

const maxCharacters = 100_000;
/**
 * Markup that runs or fetches something, under any prefix, that hides it behind another name, or that adds it later.
 */
const forbidden = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|style)\b/i,
  /[\s/"']on\w+\s*=/i,
  /(?:href|src)\s*=\s*["']\s*(?!#)/i,
  /<!\s*(?:doctype|entity)\b/i,
  /<\?xml-stylesheet\b/i,
  // A name may be written with character references.
  /attributeName\s*=\s*(?:["'][^"'>]*(?:href|&)|["']\s*on)/i,
];

/** Checks that an icon is a small image that neither runs nor fetches anything. */
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
  if (text.length > maxCharacters)
    report(0, 'too_large', `the icon has more than ${maxCharacters} characters`, 'simplify it');
  if (!/<svg[\s>]/i.test(text)) report(0, 'wrong_format', 'the icon is not an SVG image', 'start it with <svg');
  const found = forbidden
    .map((pattern) => pattern.exec(text))
    .filter((match) => match !== null)
    .sort((a, b) => a.index - b.index);
  if (found[0] === undefined) return;
  const { 0: match, index } = found[0];
  report(index, 'unsafe_icon', `an icon cannot contain "${match.trim()}"`, 'use only shapes and colours');
}
