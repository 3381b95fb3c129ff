import type { Connector } from '@tallyhook/schemas';
import { findSecondUrl } from '../templates/double-encoding.ts';
import { findNoPlainText } from '../templates/no-plain-text.ts';
import type { Roots } from '../templates/shapes.ts';
import { compileTemplate, type Template, type TemplateOptions } from '../templates/template.ts';
import type { TemplateProblem } from '../templates/template-problem.ts';
import { type Finding, type JsonPath, locate, type SourceFile } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** What the checks of a file know, and where they report. */
export interface CheckContext {
  /** The connector of the folder; undefined while its own file has mistakes, and then nothing about it is checked. */
  connector: Connector | undefined;
  report(path: JsonPath, finding: Finding): void;
  /** Receives each template and the names available to it. */
  observe?(template: ObservedTemplate): void;
}

/** How a rendered text is used. */
export interface TextPlace {
  /** Whether it is encoded when sent, as in a query or form. */
  isEncoded?: boolean;
  /** Whether it becomes one plain text, as in a header. */
  isText?: boolean;
}

/** A template, its place and the names available there. */
export interface ObservedTemplate {
  path: JsonPath;
  options: TemplateOptions & { roots: Roots };
  /** Whether it is a path: a slot without its braces. */
  isPath: boolean;
}

/** Creates the context of a file. Problems are pushed to `problems`. */
export function createContext(
  file: SourceFile,
  connector: Connector | undefined,
  problems: SourceProblem[],
): CheckContext {
  return { connector, report: (path, finding) => void problems.push(locate(file, path, finding)) };
}

/**
 * Checks a text as a template and reports problems at their place inside the text. The text may be missing if the file
 * does not fit its schema; that is already reported.
 */
export function checkTemplate(
  context: CheckContext,
  path: JsonPath,
  text: string | undefined,
  options: TemplateOptions & { roots: Roots },
  { isEncoded = false, isText = false }: TextPlace = {},
): Template | undefined {
  if (typeof text !== 'string') return undefined;
  context.observe?.({ path, options, isPath: false });
  const { template, problems } = compileTemplate(text, options);
  const takes = isText ? 'text' : isEncoded ? 'texts' : 'value';
  const others =
    template === undefined
      ? []
      : [...(isEncoded ? findSecondUrl(text) : []), ...findNoPlainText(text, options.roots, takes)];
  for (const problem of [...problems, ...others]) context.report(path, findingOf(problem));
  return template;
}

/** Converts a template problem to a finding at its place in the text. */
export function findingOf(problem: TemplateProblem): Finding {
  const { code, message, hint, suggestion, severity, cause, offset } = problem;
  return {
    code,
    message,
    offset,
    mayFollow: code === 'unknown_name' && suggestion === undefined,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(hint === undefined ? {} : { hint }),
    ...(severity === undefined ? {} : { severity }),
    ...(cause === undefined ? {} : { cause }),
  };
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
    return template === undefined ? [] : [template];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((child, index) => checkStructure(context, [...path, index], child, options, place));
  return Object.entries(value).flatMap(([key, child]) => {
    if (key.includes('{{')) {
      const hint = 'write the whole body as "text", with a Content-Type header';
      context.report([...path, key], {
        code: 'template_in_key',
        message: 'a key cannot be a template',
        hint,
        atKey: true,
      });
    }
    return checkStructure(context, [...path, key], child, options, place);
  });
}

/** Checks the path of a condition or a split: a slot without its braces. A missing path is already reported. */
export function checkPath(
  context: CheckContext,
  path: JsonPath,
  text: string | undefined,
  roots: Roots,
): Template | undefined {
  if (typeof text !== 'string') return undefined;
  context.observe?.({ path, options: { roots, filters: [] }, isPath: true });
  const { template, problems } = compileTemplate(`{{${text}}}`, { roots });
  for (const problem of problems) {
    const help = aboutValues.includes(problem.code) ? {} : { hint: pathHelp(roots) };
    context.report(path, findingOf({ ...problem, ...help, offset: Math.max(0, problem.offset - 2) }));
  }
  if (template !== undefined && !template.isWhole) {
    context.report(path, { code: 'slot_syntax', message: `"${text}" is not a path`, hint: pathHelp(roots) });
    return undefined;
  }
  return template;
}

/** Codes whose hint also applies to a path. The hints of other codes are about slots. */
const aboutValues: readonly string[] = ['unknown_name', 'secret_not_here', 'feature_missing'];

function pathHelp(roots: Roots): string {
  const example = 'event' in roots ? 'event.body.type' : 'response.body.items';
  return `write a path such as ${example}, without braces or filters`;
}
