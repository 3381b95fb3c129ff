import { parseTemplate } from './parse.ts';
import { splitText } from './split.ts';
import { compileTemplate, type Template, type TemplateOptions } from './template.ts';
import type { TemplateProblem } from './template-problem.ts';

/** A slot that is written in other words, and the template as it was meant. */
export interface LostSlots {
  problems: TemplateProblem[];
  /** What was meant; still constant where the whole text is a path, which may be meant as it stands. */
  template: Template;
}

/** What stands between the signs of a slot: a path that begins with a letter, and filters. */
const inside = String.raw`\s*([A-Za-z_][^{}<>%"$\n]{0,300}?)\s*`;
const forms: readonly { at: RegExp; isSure: boolean }[] = [
  { at: new RegExp(String.raw`<%[=-]?${inside}-?%>`, 'g'), isSure: true },
  { at: new RegExp(String.raw`\$\{${inside}\}`, 'g'), isSure: true },
  { at: new RegExp(String.raw`%7B%7B${inside}%7D%7D`, 'gi'), isSure: true },
  { at: new RegExp(String.raw`(?<![{$])\{${inside}\}{1,2}`, 'g'), isSure: false },
];
const mayHoldOne = /(?<!\{)\{(?!\{)|<%|%7B%7B/i;

/** Each may be tried in the whole text. */
const mostTried = 50;

/** A path and nothing else, whose first name is none that an input has by chance. */
const bare =
  /^(account|client|event|file|hook|item|items|page|piece|redirect|response|start|subscription|test|transfer|upload)(\.([\w-]+|\[[^\]]+\]))+$/;

/**
 * Finds what reads like a slot of a name that is known here and puts no value in: `{title}}`, `<%= title %>`,
 * `${title}`, `%7B%7Btitle%7D%7D`, or a bare path. One name between single braces is a field in GraphQL: it is told
 * where the text has no braces that stand in each other, as a warning.
 */
export function findLostSlots(text: string, options: TemplateOptions): LostSlots | undefined {
  if (bare.test(text)) return barePath(text, options);
  if (!mayHoldOne.test(text)) return undefined;
  const plain = withoutSlots(text);
  if (plain === undefined) return undefined;
  const hasMoreEnds = count(plain, '}') > count(plain, '{');
  const found = forms
    .flatMap(({ at, isSure }) =>
      [...plain.matchAll(at)].flatMap((match) => {
        // The second closing brace may be that of an object around.
        const written = isSure || hasMoreEnds ? match[0] : match[0].replace(/\}\}$/, '}');
        const severity = isSure ? 'error' : severityOf(written, match[1]!, plain);
        return severity === undefined ? [] : [{ offset: match.index, written, slot: `{{${match[1]!}}}`, severity }];
      }),
    )
    .sort((a, b) => a.offset - b.offset)
    .slice(0, mostTried)
    .filter((lost) => isKnown(text, lost, options));
  if (found.length === 0) return undefined;
  const meant = found.reduceRight(replace, text);
  const { template } = compileTemplate(meant, options);
  if (template === undefined) return undefined;
  const problems = found.map(({ offset, written, slot, severity }): TemplateProblem => {
    const said = { message: `"${written}" puts no value in`, hint: `write ${slot}` };
    const problem = { offset, length: written.length, code: 'slot_syntax' as const, ...said };
    return severity === 'warning' ? { ...problem, severity } : problem;
  });
  // Where no more than a warning is told, the text may be meant as it stands.
  const isSure = found.some(({ severity }) => severity === 'error');
  return { problems, template: isSure ? template : { ...template, text, isWhole: false } };
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

/** The text with blanks for its slots and for braces that are meant; undefined where a slot cannot be read. */
function withoutSlots(text: string): string | undefined {
  const { parts, problems } = splitText(text);
  if (problems.length > 0) return undefined;
  const slots = parts.filter((part) => part.kind === 'slot');
  const plain = slots.reduce((left, { open, start, source }) => blank(left, open, start + source.length + 2), text);
  return plain.replaceAll(/\\\{\{.*?\}\}/gs, (escaped) => ' '.repeat(escaped.length));
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}

/** How sure it is that single braces were meant as a slot: no other language has dots or bars between them. */
function severityOf(written: string, name: string, plain: string): 'error' | 'warning' | undefined {
  if (/[.|]/.test(name)) return 'error';
  if (written.endsWith('}}')) return 'error';
  const isQuery = /^\s*(query|mutation|subscription|fragment)\b/.test(plain) || /\s/.test(written);
  const isNested = /[{}]/.test(plain.replaceAll(/\{\w+\}/g, ''));
  return isQuery || isNested ? undefined : 'warning';
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

interface Lost {
  offset: number;
  written: string;
  slot: string;
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
