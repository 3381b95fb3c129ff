import { findLostElses } from './lost-else.ts';
import { findLostEnds } from './lost-ends.ts';
import { asItStands, findLostForms, type LostForm } from './lost-forms.ts';
import { parseTemplate } from './parse.ts';
import { withoutSlots } from './plain-text.ts';
import { compileTemplate, type Template, type TemplateOptions } from './template.ts';
import type { TemplateProblem } from './template-problem.ts';

/** A slot that is written in other words, and the template as it was meant. */
export interface LostSlots {
  problems: TemplateProblem[];
  /** What was meant; still constant where the whole text is a path, which may be meant as it stands. */
  template: Template;
}

/** Each may be tried in the whole text. */
const mostTried = 50;

/** A path behind a name that no input has by chance: nobody else has one like it. */
const ownPath =
  /^(account|client|event|file|hook|item|items|page|piece|redirect|response|start|subscription|test|transfer|upload)\./;
const bare = new RegExp(String.raw`${ownPath.source.slice(0, -2)}(\.([\w-]+|\[(?:[^[\]]|\[[^[\]]*\])+\]))+$`);

/**
 * Finds what reads like a slot of a name that is known here and puts no value in: `{title}}`, `<%= title %>`,
 * `${title}`, `%7B%7Btitle%7D%7D`, or a bare path. Other languages write so too: it is an error only where the input
 * is in no other slot, those `used` elsewhere included, or where no other language has such a name. An `else` that is
 * none is found with them; in an address nothing else, as `checkAddressText` tells of what reads like a slot there.
 */
export function findLostSlots(
  text: string,
  options: TemplateOptions,
  { used = new Set(), isAddress = false }: { used?: ReadonlySet<string> | undefined; isAddress?: boolean } = {},
): LostSlots | undefined {
  if (!isAddress && bare.test(text)) return barePath(text, options);
  const plain = withoutSlots(text);
  if (plain === undefined) return undefined;
  const elses = findLostElses(text, plain).map((form) => ({ ...form, isSure: form.foreign === 'never' }));
  const slots = isAddress ? [] : lostValues(text, plain, { options, used });
  const ends = findLostEnds(text, plain).map((form) => ({ ...form, isSure: true }));
  const found = [...elses, ...ends, ...slots].sort((a, b) => a.offset - b.offset);
  if (found.length === 0) return undefined;
  const meant = found.reduceRight(replace, text);
  const { template } = compileTemplate(meant, options);
  if (template === undefined) return undefined;
  // Where no more than a warning is told, the text may be meant as it stands.
  const hasError = found.some((lost) => lost.isSure);
  return { problems: found.map(problemOf), template: hasError ? template : { ...template, text, isWhole: false } };
}

function lostValues(
  text: string,
  plain: string,
  { options, used }: { options: TemplateOptions; used: ReadonlySet<string> },
): Lost[] {
  return findLostForms(plain)
    .slice(0, mostTried)
    .map((form) => ({ ...form, slot: `{{${form.inside}}}`, isSure: isSure(form, used) }))
    .filter((lost) => isKnown(text, lost, options));
}

function isSure({ inside, foreign }: LostForm, used: ReadonlySet<string>): boolean {
  if (foreign !== 'perhaps') return foreign === 'never';
  return ownPath.test(inside) || !used.has(/^\w*/.exec(inside)![0]);
}

function problemOf(lost: Lost): TemplateProblem {
  const { offset, written, block } = lost;
  if (lost.slot === '') {
    const message = `"${written}" closes no block, and is sent`;
    const hint = `leave it out, or let it be the {{${lost.inside}}} of its block; where it is meant, ${asItStands(lost)}`;
    return { offset, length: written.length, code: 'slot_syntax', message, hint };
  }
  const does = lost.inside === 'else' ? 'begins no else of the #if' : 'puts no value in';
  const message = `"${written}" ${block === undefined ? does : 'opens no block'}`;
  const slot = block === undefined ? lost.slot : `{${written}}`;
  const [sign = ''] = /^[#@]/.exec(written) ?? [];
  const withSign = sign === '' ? '' : `, or ${sign}${slot} where the ${sign} is sent too`;
  const hint = `write ${slot}${withSign}; where it is meant as it stands, ${asItStands(lost)}`;
  const problem = { offset, length: written.length, code: 'slot_syntax', message, hint } as const;
  return lost.isSure ? problem : { ...problem, severity: 'warning' };
}

function barePath(text: string, options: TemplateOptions): LostSlots | undefined {
  const { template, problems } = compileTemplate(`{{${text}}}`, options);
  if (template === undefined || problems.length > 0) return undefined;
  const message = `this is the text "${text}", and never its value`;
  const hint = `write {{${text}}}`;
  const problem = {
    offset: 0,
    length: text.length,
    code: 'constant_value',
    message,
    hint,
    severity: 'warning',
  } as const;
  return { problems: [problem], template: { ...template, isConstant: true } };
}

/** Whether a template is what was meant by a text that says so in other words: then that has been told. */
export function isRewritten({ text, isConstant }: Template, written: string): boolean {
  return !isConstant && text !== written;
}

interface Lost extends LostForm {
  slot: string;
  isSure: boolean;
}

/** By itself, or in the loop that it stands in. */
function isKnown(text: string, lost: Lost, options: TemplateOptions): boolean {
  const isSound = (source: string): boolean => {
    const { template, problems } = compileTemplate(source, options);
    return template !== undefined && problems.length === 0;
  };
  if (parseTemplate(lost.slot).nodes[0]?.kind !== 'value') return false;
  return isSound(lost.slot) || (text.includes('{{#each') && isSound(replace(text, lost)));
}

function replace(text: string, { offset, written, slot }: Lost): string {
  return text.slice(0, offset) + slot + text.slice(offset + written.length);
}
