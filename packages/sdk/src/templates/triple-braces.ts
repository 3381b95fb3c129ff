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

/** Finds `{{count}}}}`: braces behind a slot that close nothing, in a text that opens none. */
export function findStrayBraces(text: string): TemplateProblem | undefined {
  const plain = text.replaceAll(/\\?\{\{.*?\}\}/gs, (slot) => 'x'.repeat(slot.length));
  const offset = plain.indexOf('}}');
  if (offset === -1 || plain.includes('{') || !text.slice(0, offset).endsWith('}}')) return undefined;
  const message = 'the braces behind the slot close nothing, and would be sent';
  return {
    offset,
    length: 2,
    code: 'slot_syntax',
    message,
    hint: 'two braces open a slot and two close it: leave them out',
  };
}

function isJson(text: string): boolean {
  return /^\s*(\[|\{(?!\{))/.test(text) && checkJson(text) === undefined;
}
