import { checkJson } from './check-json.ts';
import { hole } from './lost-forms.ts';
import { type Part, splitText } from './split.ts';
import type { TemplateProblem } from './template-problem.ts';

/**
 * Three braces around a value, no more and no fewer, that stand by themselves; those of a block and plain ones are
 * none. Beside other signs the outer ones belong to a language: `AVERAGE({{{field}}})`, `[a-z]{{{count}}}`.
 */
const alone = /(?<=^|[\s>"'])(?<!\\)\{(\{\{(?![{#/!])[^{}]*\}\})\}(?=$|[\s<"'.,;:!?])/;
const anywhere = /(?<![{\\])\{(\{\{(?![{#/!])[^{}]*\}\})\}(?!\})/;

/**
 * Finds `{{{title}}}`, with which Handlebars and Mustache write a value without escapes: here it is the value between
 * braces. In a text that is JSON as it is written the outer ones may be those of an object, and in an address braces
 * are nowhere meant.
 */
export function findTripleBraces(text: string, isAddress = false): TemplateProblem | undefined {
  const found = (isAddress ? anywhere : alone).exec(text);
  if (found === null || (isJson(text) && text[found.index - 1] !== '"')) return undefined;
  const [whole, slot = ''] = found;
  const problem = { offset: found.index, length: whole.length, code: 'slot_syntax' } as const;
  if (isAddress) {
    const message = `"${whole}" would be the value between two braces`;
    return { ...problem, message, hint: `write ${slot}, values go in as they are` };
  }
  const message = `"${whole}" sends the value between two braces`;
  const hint = `write ${slot}, values go in as they are; where the braces are meant, {{{!}}${slot}}`;
  return { ...problem, message, hint, severity: 'warning' };
}

/**
 * Finds `{{count}}}}` and `{{{count}}`: braces beside a slot that close nothing, or that nothing closes, in a text that
 * has no others. It is an error where the text has nothing else; a bracket on the other side is that of a range, as in
 * `[{{from}} TO {{to}}}`.
 */
export function findStrayBraces(text: string): TemplateProblem | undefined {
  const { parts } = splitText(text);
  const plain = parts.map((part) => (part.kind === 'text' ? part.text : hole)).join('');
  const [stray, ...others] = plain.match(/[{}]+/g) ?? [];
  if (stray === undefined || others.length > 0 || isHalfOpen(plain)) return undefined;
  const closes = stray.startsWith('}');
  if (/[{}]/.test(stray.replaceAll(closes ? '}' : '{', ''))) return undefined;
  const at = parts.findIndex((part) => part.kind === 'text' && part.text.includes(stray));
  const slot = parts[closes ? at - 1 : at + 1];
  const holder = parts[at];
  if (!isValue(slot) || holder?.kind !== 'text') return undefined;
  if (closes ? !holder.text.startsWith(stray) : !holder.text.endsWith(stray)) return undefined;
  const isOne = stray.length === 1;
  const [which, leave] = isOne ? ['brace', 'it'] : ['braces', 'them'];
  const written = `{{${slot.source}}}`;
  const literal = closes ? `${written}{{!}}${stray}` : `${stray}{{!}}${written}`;
  const hint = `two braces open a slot and two close it: leave ${leave} out; where meant, ${literal}`;
  const message = closes
    ? `the ${which} behind the slot ${isOne ? 'closes' : 'close'} nothing, and would be sent`
    : `the ${which} in front of the slot ${isOne ? 'is' : 'are'} never closed, and would be sent`;
  const offset = closes ? slot.start + slot.source.length + 2 : slot.open - stray.length;
  const problem: TemplateProblem = { offset, length: stray.length, code: 'slot_syntax', message, hint };
  return plain === `${hole}${stray}` || plain === `${stray}${hole}` ? problem : { ...problem, severity: 'warning' };
}

function isValue(part: Part | undefined): part is Extract<Part, { kind: 'slot' }> {
  return part?.kind === 'slot' && !part.source.trimStart().startsWith('!');
}

/** Whether a bracket opens what a brace closes, or the other way round. */
function isHalfOpen(plain: string): boolean {
  const brackets = plain.replaceAll(/[^[\]{}]/g, '').replaceAll('[]', '');
  return brackets === '[}' || brackets === '{]';
}

function isJson(text: string): boolean {
  return /^\s*(\[|\{(?!\{))/.test(text) && checkJson(text) === undefined;
}
