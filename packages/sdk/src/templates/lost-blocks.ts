import { withoutSlots } from './plain-text.ts';
import type { TemplateProblem } from './template-problem.ts';

/** `{#if title}}`, `{#if title}`, `{ {#if title}}` and `#if title}}`. */
const opening = {
  if: /(?<![{$@])(?:\{\s?\{?#if\s+([\w.[\]-]{1,200})\s?\}{1,2}|#if\s+([\w.[\]-]{1,200})\s?\}\})/g,
  each: /(?<![{$@])(?:\{\s?\{?#each\s+([^{}]{1,300}?)\s?\}{1,2}|#each\s+([^{}]{1,300}?)\s?\}\})/g,
};

/** `{/if}}`, `{/if}`, `/if}}`, and the ends of other languages, which here are slots of a value. */
const end = {
  if: /\{?\s?\/if\s?\}{2}|(?<!\{)\{\s?\/if\s?\}|\{\{\s?(?:end|fi|end_?if)\s?\}\}/gi,
  each: /\{?\s?\/each\s?\}{2}|(?<!\{)\{\s?\/each\s?\}|\{\{\s?(?:end|done|end_?each|end_?for)\s?\}\}/gi,
};

/**
 * Where the end of a block closes nothing, or nothing closes a block, names the other one of the two instead where it
 * has lost a brace and is a text.
 */
export function nameLostBlocks(text: string, problems: TemplateProblem[]): TemplateProblem[] {
  const plain = withoutSlots(text);
  if (plain === undefined) return problems;
  const taken = new Set<number>();
  return problems.map((problem) => {
    const isOpening = problem.code === 'unopened_block';
    if (!isOpening && problem.code !== 'unclosed_block') return problem;
    const [, block] = /^"[/#](if|each)" (?:closes nothing|is never closed)$/.exec(problem.message) ?? [];
    if (block !== 'if' && block !== 'each') return problem;
    const found = isOpening
      ? [...plain.matchAll(opening[block])].findLast(({ index }) => index < problem.offset && !taken.has(index))
      : [...endsIn(text, plain, block)].find(({ index }) => index > problem.offset);
    if (found === undefined) return problem;
    taken.add(found.index);
    const { 0: written, 1: path, 2: also, index: offset } = found;
    const message = `"${written}" ${isOpening ? 'opens' : 'closes'} no block`;
    const hint = `write {{${isOpening ? `#${block} ${path ?? also}` : `/${block}`}}}`;
    return { offset, length: written.length, code: problem.code, message, hint };
  });
}

/** Those that are texts, and slots that are called like the end of a block elsewhere. */
function endsIn(text: string, plain: string, block: 'if' | 'each'): RegExpExecArray[] {
  return [...text.matchAll(end[block])].filter(
    ({ 0: written, index }) => /^\{\{\s?\w/.test(written) || plain.startsWith(written, index),
  );
}
