import { ActionError } from '../action-error.ts';
import { filterNames } from './filters.ts';
import { toText } from './to-text.ts';
import { compileTemplate, type RenderOptions, type Template } from './template.ts';

/**
 * Returns the compiled form of a text from a checked package or workflow.
 * @throws ActionError if it has mistakes.
 */
export function templateOf(text: string, place = 'template'): Template {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  // Every filter is allowed here: the compiler has refused them where they are not.
  const { template, problems } = compileTemplate(text, { filters: filterNames });
  if (template === undefined)
    throw new ActionError('invalid_input', `${place}: ${problems[0]?.message ?? 'not a template'}`);
  if (text.length > maxCachedLength) return template;
  if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value!);
  compiled.set(text, template);
  return template;
}

const maxCompiled = 2000;
const maxCachedLength = 10_000;
const compiled = new Map<string, Template>();

/**
 * Renders a template with values by root name. One whole expression gives its value as it is; any other gives text,
 * or undefined where a value that it needs is absent. Throws an ActionError for what cannot be written as text.
 *
 * ```ts
 * renderTemplate('{{steps.open.output.count}}', { steps }); // 7
 * renderTemplate('{"a":{"b":{{title|json}}}}', { title: 'x "y"' }); // '{"a":{"b":"x \\"y\\""}}'
 * ```
 */
export function renderTemplate(text: string, values: object, options: RenderOptions = {}): unknown {
  const rendered = templateOf(text, options.place).render(values, options);
  if ('value' in rendered) return rendered.value;
  if (options.complete === true) throw absentError(rendered.absent, options);
  return undefined;
}

/**
 * Renders every text inside a JSON value. Leaves out a key or list entry whose text needs an absent value; returns
 * undefined if the top-level text does.
 */
export function renderStructure(structure: unknown, values: object, options: RenderOptions = {}): unknown {
  if (typeof structure === 'string') return renderTemplate(structure, values, options);
  const place = options.place ?? '';
  const render = (child: unknown, key: string | number): unknown =>
    renderStructure(child, values, { ...options, place: place === '' ? String(key) : `${place}.${key}` });
  if (Array.isArray(structure)) return structure.map(render).filter((child) => child !== undefined);
  if (typeof structure !== 'object' || structure === null) return structure;
  const entries = Object.entries(structure).map(([key, child]) => [key, render(child, key)] as const);
  return Object.fromEntries(entries.filter(([, child]) => child !== undefined));
}

/** Renders to plain text; undefined if a value is absent. */
export function renderOptionalText(text: string, values: object, options: RenderOptions = {}): string | undefined {
  const rendered = renderToText(text, values, options);
  if ('text' in rendered) return rendered.text;
  if (options.complete === true) throw absentError(rendered.absent, options);
  return undefined;
}

/** Renders to plain text that is required: an absent value is an error that names the place. */
export function renderText(text: string, values: object, options: RenderOptions = {}): string {
  const rendered = renderToText(text, values, options);
  if ('text' in rendered) return rendered.text;
  throw absentError(rendered.absent, options);
}

/** A template needs a value that is absent. */
export class AbsentValueError extends ActionError {
  /** The path of the value. */
  readonly path: string;

  constructor(path: string, place: string) {
    super('invalid_input', `${place}: "${path}" is absent, but a value is required here`);
    this.path = path;
  }
}

function absentError(path: string, { place = 'template' }: RenderOptions): AbsentValueError {
  return new AbsentValueError(path, place);
}

function renderToText(text: string, values: object, options: RenderOptions): { text: string } | { absent: string } {
  const template = templateOf(text, options.place);
  const rendered = template.render(values, options);
  if ('absent' in rendered) return rendered;
  try {
    const written = toText(rendered.value);
    return written === undefined ? { absent: template.paths[0]?.text ?? text } : { text: written };
  } catch (error) {
    throw new ActionError('invalid_input', `${options.place ?? 'template'}: ${(error as Error).message}`);
  }
}
