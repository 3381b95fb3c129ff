import type { Connector } from '@tallyhook/schemas';
import type { Roots } from '../templates/shapes.ts';
import { checkJson } from '../templates/check-json.ts';
import { compileTemplate, type Template, type TemplateOptions } from '../templates/template.ts';
import { type Finding, type JsonPath, locate, type SourceFile } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** What the checks of one file know and where they report. */
export interface CheckContext {
  /** The connector of the folder; undefined while its own file has mistakes, and then nothing about it is checked. */
  connector: Connector | undefined;
  report(path: JsonPath, finding: Finding): void;
}

/** Makes the context of a file; what is reported is pushed to `problems`. */
export function createContext(
  file: SourceFile,
  connector: Connector | undefined,
  problems: SourceProblem[],
): CheckContext {
  return { connector, report: (path, finding) => void problems.push(locate(file, path, finding)) };
}

/** Checks one text as a template and reports what is wrong at its place inside the text. */
export function checkTemplate(
  context: CheckContext,
  path: JsonPath,
  text: string,
  options: TemplateOptions & { roots: Roots },
): Template | undefined {
  const { template, problems } = compileTemplate(text, options);
  for (const { offset, code, message, hint } of problems) {
    context.report(path, { code, message, offset, ...(hint === undefined ? {} : { hint }) });
  }
  return template;
}

/**
 * Checks a text that is to be JSON once it is rendered, beyond what `checkTemplate` finds. Where a value could bring
 * what is missing it is a warning.
 */
export function checkJsonText(context: CheckContext, path: JsonPath, text: string): void {
  const mistake = checkJson(text);
  if (mistake === undefined) return;
  const { offset, message, hint, isPossible } = mistake;
  const severity = isPossible ? 'warning' : 'error';
  context.report(path, { code: 'template_not_json', message, hint, offset, severity });
}

/** Whether a type that is written out is that of JSON. */
export function isJsonType(type: unknown): boolean {
  return typeof type === 'string' && /^[^;{]*[/+]json\s*(;|$)/i.test(type.trim());
}

/** The type that a header says. */
export function contentTypeOf(headers: Record<string, unknown> | undefined): unknown {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/** Checks every text inside a JSON structure as a template. */
export function checkStructure(
  context: CheckContext,
  path: JsonPath,
  value: unknown,
  options: TemplateOptions & { roots: Roots },
): Template[] {
  if (typeof value === 'string')
    return [checkTemplate(context, path, value, options)].filter((entry) => entry !== undefined);
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((child, index) => checkStructure(context, [...path, index], child, options));
  return Object.entries(value).flatMap(([key, child]) => {
    if (key.includes('{{')) {
      const hint = 'write the whole body as one text template';
      context.report([...path, key], {
        code: 'template_in_key',
        message: 'a key is not a template',
        hint,
        atKey: true,
      });
    }
    return checkStructure(context, [...path, key], child, options);
  });
}

/** Checks a path of a condition or a split, which is a slot without its braces. */
export function checkPath(context: CheckContext, path: JsonPath, text: string, roots: Roots): Template | undefined {
  const { template, problems } = compileTemplate(`{{${text}}}`, { roots });
  for (const { offset, code, message, hint } of problems) {
    context.report(path, { code, message, offset: Math.max(0, offset - 2), ...(hint === undefined ? {} : { hint }) });
  }
  if (template !== undefined && !template.isWhole) {
    const hint = 'write a path such as event.body.type, without filters';
    context.report(path, { code: 'slot_syntax', message: `"${text}" is not one path`, hint });
    return undefined;
  }
  return template;
}
