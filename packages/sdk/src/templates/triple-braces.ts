import { checkJson } from './check-json.ts';
import type { TemplateProblem } from './template-problem.ts';

/** Three braces around a value, no more and no fewer; those of a block and plain ones are none. */
const stash = /(?<![{\\])\{(\{\{(?![{#/!])[^{}]*\}\})\}(?!\})/;

/**
 * Finds `{{{title}}}`, with which Handlebars and Mustache write a value without escapes: here it is the value between
 * braces. In a text that is JSON as it is written the outer ones may be those of an object.
 */
export function findTripleBraces(text: string): TemplateProblem | undefined {
  const found = stash.exec(text);
  if (found === null || isJson(text)) return undefined;
  const [whole, slot] = found;
  return {
    offset: found.index,
    length: whole.length,
    code: 'slot_syntax',
    message: `"${whole}" would be the value between two braces`,
    hint: `write ${slot}, values go in as they are; or { ${slot} } where the braces are meant`,
  };
}

/**
 * Finds `{{count}}}}` and `{{{count}}`: braces beside a slot that close nothing, or that nothing closes, in a text that
 * has no others.
 */
export function findStrayBraces(text: string): TemplateProblem | undefined {
  const plain = text.replaceAll(/\\?\{\{(?!\{).*?\}\}/gs, (slot) => 'x'.repeat(slot.length));
  const [stray] = /[{}]+/.exec(plain) ?? [];
  if (stray === undefined || /[{}]/.test(plain.replace(stray, ''))) return undefined;
  const offset = plain.indexOf(stray);
  const closes = /^\}+$/.test(stray);
  const isBeside = closes
    ? text.slice(0, offset).endsWith('}}')
    : /^\{+$/.test(stray) && text.startsWith('{{', offset + stray.length);
  if (!isBeside) return undefined;
  const which = stray.length === 1 ? 'brace' : 'braces';
  const [place, verb] = [closes ? 'behind' : 'in front of', stray.length === 1 ? 'is' : 'are'];
  return {
    offset,
    length: stray.length,
    code: 'slot_syntax',
    message: closes
      ? `the ${which} ${place} the slot ${stray.length === 1 ? 'closes' : 'close'} nothing, and would be sent`
      : `the ${which} ${place} the slot ${verb} never closed, and would be sent`,
    hint: `two braces open a slot and two close it: leave ${stray.length === 1 ? 'it' : 'them'} out`,
  };
}

function isJson(text: string): boolean {
  return /^\s*(\[|\{(?!\{))/.test(text) && checkJson(text) === undefined;
}
