import type { Connector } from '@tallyhook/schemas';
import type { Roots } from '../templates/shapes.ts';
import { checkJson, type JsonMistake } from '../templates/check-json.ts';
import { checkJsonBlocks } from '../templates/check-json-blocks.ts';
import { checkJsonConditions } from '../templates/check-json-conditions.ts';
import { checkJsonValues } from '../templates/check-json-values.ts';
import { findDoubleFilters } from '../templates/double-filters.ts';
import { findNoPlainText } from '../templates/no-plain-text.ts';
import { findLostSlots } from '../templates/lost-slots.ts';
import { findStrayBraces, findTripleBraces } from '../templates/triple-braces.ts';
import { plainBraces } from '../templates/split.ts';
import { compileTemplate, type Template, type TemplateOptions } from '../templates/template.ts';
import type { TemplateProblem } from '../templates/template-problem.ts';
import { partsBringing } from './lost-parts.ts';
import { isLikelyJson } from './reads-like-json.ts';
import { slotWords } from './roots.ts';
import { type Finding, type JsonPath, locate, type SourceFile } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** What the checks of one file know and where they report. */
export interface CheckContext {
  /** The connector of the folder; undefined while its own file has mistakes, and then nothing about it is checked. */
  connector: Connector | undefined;
  report(path: JsonPath, finding: Finding): void;
  /** The names that slots of the file begin with. */
  used?: ReadonlySet<string>;
  /** Hears of each template, where somebody wants to know what may stand in it. */
  observe?(template: ObservedTemplate): void;
}

/** What becomes of a text once it is rendered. */
export interface TextPlace {
  /** Whether it is a part of an address: what reads like a slot there is told by `checkAddressText`. */
  isAddress?: boolean;
  /** Whether it is encoded as it is sent, as in a query and a form. */
  isEncoded?: boolean;
  /** Whether one plain text is made of it, as of a header. */
  isText?: boolean;
  /** Whether `checkJsonText` tells of the values in it. */
  isJson?: boolean;
}

/** A template where it stands, and what may stand in it. */
export interface ObservedTemplate {
  path: JsonPath;
  options: TemplateOptions & { roots: Roots };
  /** Whether it is a path, which is a slot without its braces. */
  isPath: boolean;
}

/** Makes the context of a file; what is reported is pushed to `problems`. */
export function createContext(
  file: SourceFile,
  connector: Connector | undefined,
  problems: SourceProblem[],
): CheckContext {
  return { connector, report: (path, finding) => void problems.push(locate(file, path, finding)) };
}

/**
 * Checks one text as a template and reports what is wrong at its place inside the text; gives the template as it was
 * meant. Where a file does not fit its schema the text may be missing: that has been told. What reads like a slot in an
 * address is told by `checkAddressText`, whatever it names, but for an `else`.
 */
export function checkTemplate(
  context: CheckContext,
  path: JsonPath,
  text: string | undefined,
  options: TemplateOptions & { roots: Roots },
  { isAddress = false, isEncoded = false, isText = isAddress, isJson = false }: TextPlace = {},
): Template | undefined {
  if (typeof text !== 'string') return undefined;
  context.observe?.({ path, options, isPath: false });
  const { template, problems } = compileTemplate(text, options);
  const lost = template === undefined ? undefined : findLostSlots(text, options, { used: context.used, isAddress });
  const isRead = template !== undefined && lost === undefined;
  const braces = findTripleBraces(text, isAddress) ?? (isRead ? findStrayBraces(text) : undefined);
  const twice = isRead ? findDoubleFilters(text, options.roots, isEncoded) : [];
  const takes = isText ? 'text' : isEncoded ? 'texts' : 'value';
  const unwritable = isRead ? findNoPlainText(text, options.roots, { takes, isJson }) : [];
  for (const problem of [
    ...problems.filter((problem) => !isOfSlotWord(problem, options.roots)).map(orPlain),
    ...(lost?.problems ?? []),
    ...(braces === undefined ? [] : [braces]),
    ...twice,
    ...unwritable,
  ])
    context.report(path, findingOf(problem, problem.offset));
  const isBroken = braces !== undefined && braces.severity !== 'warning';
  return isBroken ? undefined : (lost?.template ?? template);
}

/** Whether it comes of an input that is called like a word of slots, which is told where the input is declared. */
function isOfSlotWord({ message }: TemplateProblem, roots: Roots): boolean {
  return slotWords.some((word) => Object.hasOwn(roots, word) && message.startsWith(`"${word}"`));
}

/** A name that nothing here has may be one of another language, whose braces are sent as they are. */
function orPlain(problem: TemplateProblem): TemplateProblem {
  const { hint, isForeign = false } = problem;
  if (!isForeign || hint === undefined) return problem;
  return { ...problem, hint: hint.endsWith('?') ? `${hint} Or, ${plainBraces}` : `${hint}; ${plainBraces}` };
}

function findingOf({ code, message, hint, severity, missing }: TemplateProblem, offset: number): Finding {
  return {
    code,
    message,
    offset,
    needs: partsBringing(missing),
    ...(hint === undefined ? {} : { hint }),
    ...(severity === undefined ? {} : { severity }),
  };
}

/**
 * Checks a text that is to be JSON once it is rendered, beyond what `checkTemplate` finds. Where a value could bring
 * what is missing it is a warning. Tells of a place in the text whether what is wrong there was
 * told: all of it where the text as a whole is no JSON.
 */
export function checkJsonText(
  context: CheckContext,
  path: JsonPath,
  text: string,
  roots: Roots,
  { isHeader = false } = {},
): (offset: number) => boolean {
  const { mistakes, isWhole } = jsonMistakes(text, roots, isHeader);
  for (const { offset, message, hint, isPossible } of mistakes) {
    const severity = isPossible ? 'warning' : 'error';
    context.report(path, { code: 'template_not_json', message, hint, offset, severity });
  }
  return (place) => isWhole || mistakes.some(({ offset }) => offset === place);
}

/** Warns of what breaks a text that is most likely meant as JSON, and need not be; `orElse` says how that is written. */
export function checkLikelyJson(
  context: CheckContext,
  path: JsonPath,
  text: string,
  { roots, orElse = 'write {{!}} before it' }: { roots: Roots; orElse?: string },
): void {
  if (!isLikelyJson(text)) return;
  const { mistakes, isWhole } = jsonMistakes(text, roots);
  // A value without a plain text is told whatever the text is meant as.
  for (const { offset, message, hint } of mistakes.filter(({ isPossible }) => isWhole || isPossible)) {
    const both = `${hint}; where the text is not meant as JSON, ${orElse}`;
    context.report(path, { code: 'template_not_json', message, hint: both, offset, severity: 'warning' });
  }
}

/** What is wrong with a text that is to be JSON, and whether it is the text as a whole. */
function jsonMistakes(text: string, roots: Roots, isHeader = false): { mistakes: JsonMistake[]; isWhole: boolean } {
  const mistake = checkJson(text, roots) ?? checkJsonBlocks(text, roots) ?? checkJsonConditions(text, roots);
  if (mistake !== undefined) return { mistakes: [mistake], isWhole: true };
  return { mistakes: checkJsonValues(text, roots, { isHeader }), isWhole: false };
}

/** Whether a type that is written out is that of JSON. */
export function isJsonType(type: unknown): boolean {
  return typeof type === 'string' && /^[^;{]*[/+]json\s*(;|$)/i.test(type.trim());
}

/** Checks every text inside a JSON structure as a template. */
export function checkStructure(
  context: CheckContext,
  path: JsonPath,
  value: unknown,
  options: TemplateOptions & { roots: Roots },
  place: TextPlace = {},
): Template[] {
  if (typeof value === 'string') {
    const template = checkTemplate(context, path, value, options, place);
    if (template === undefined) return [];
    // What a query and a form bring may be anything.
    if (place.isEncoded === true) checkLikelyJson(context, path, template.text, options);
    return [template];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((child, index) => checkStructure(context, [...path, index], child, options, place));
  return Object.entries(value).flatMap(([key, child]) => {
    if (key.includes('{{') || /\$\{[^}]+\}/.test(key)) {
      const hint = 'write the whole body as one text template';
      context.report([...path, key], {
        code: 'template_in_key',
        message: 'a key is not a template',
        hint,
        atKey: true,
      });
    }
    return checkStructure(context, [...path, key], child, options, place);
  });
}

/** Checks a path of a condition or a split, which is a slot without its braces; one that is missing has been told. */
export function checkPath(
  context: CheckContext,
  path: JsonPath,
  text: string | undefined,
  roots: Roots,
): Template | undefined {
  if (typeof text !== 'string') return undefined;
  context.observe?.({ path, options: { roots, filters: [] }, isPath: true });
  const { template, problems } = compileTemplate(`{{${text}}}`, { roots });
  for (const problem of problems)
    context.report(path, findingOf(asOfPath(problem, roots), Math.max(0, problem.offset - 2)));
  if (template !== undefined && !template.isWhole) {
    const inBraces = /^\{\{([^{}|]+)\}\}$/.exec(text)?.[1]?.trim();
    const hint = inBraces === undefined ? pathHelp(roots) : `write ${inBraces}, without braces`;
    context.report(path, { code: 'slot_syntax', message: `"${text}" is not one path`, hint });
    return undefined;
  }
  return template;
}

function pathHelp(roots: Roots): string {
  const example = 'event' in roots ? 'event.body.type' : 'response.body.items';
  return `write a path such as ${example}, without filters`;
}

/** What is wrong in a path, with a hint that does not lead to a slot: braces, filters and blocks are none of it. */
function asOfPath(problem: TemplateProblem, roots: Roots): TemplateProblem {
  const { code, hint } = problem;
  if (code === 'unknown_filter') return { ...problem, message: 'a path has no filters', hint: pathHelp(roots) };
  if (hint === undefined) return problem;
  const bare = hint.replaceAll(/(?<!\\)\{\{([^{}|#/]+)\}\}/g, '$1');
  return { ...problem, hint: /[{}]/.test(bare) ? pathHelp(roots) : bare };
}
