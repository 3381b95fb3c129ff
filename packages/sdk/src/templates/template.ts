import { ActionError } from '../action-error.ts';
import { compileEmitted, emit, type EmittedSlot } from './emit.ts';
import { applyFilters, defaultFilters, keepsType, maxOutput, tooLong } from './filters.ts';
import { toText } from './to-text.ts';
import { parseTemplate } from './parse.ts';
import { checkNames, type Roots } from './shapes.ts';
import type { FilterName } from './filters.ts';
import type { Path } from './slot.ts';
import type { TemplateProblem } from './template-problem.ts';

/** The context of a template: the names and filters it may use. */
export interface TemplateOptions {
  /** The root names. Without it, every name is accepted. */
  roots?: Roots;
  /** The root names for the keys of `hmac_sha256`, if they differ. */
  keyRoots?: Roots;
  /** The allowed filters. Default: json, url, asciijson and base64. */
  filters?: readonly FilterName[];
}

/** Options for rendering a template. */
export interface RenderOptions {
  /** The place to name in errors, such as `request.path`. */
  place?: string;
  /** Checks the output of each slot. Returns a sentence to refuse it. */
  guard?: (text: string, slot: { path: string; filters: FilterName[] }) => string | undefined;
  /** The time zone of dates whose filter names none; default UTC. */
  timezone?: string;
  /** Whether an absent value is an error. By default, text that needs it is left out. */
  complete?: boolean;
  /**
   * Called for each absent value of a text with other parts, which is then empty there. A template that is one whole
   * expression stays absent.
   */
  onAbsent?: (path: string, place: string) => void;
}

/** The result of rendering: a value (text, unless the template is one whole expression), or the absent path. */
export type Rendered = { value: unknown } | { absent: string };

/** A compiled template. */
export interface Template {
  text: string;
  /** Whether the template is exactly one slot with no filters that give text. It then returns the value as it is. */
  isWhole: boolean;
  /** Whether the template has no slots. */
  isConstant: boolean;
  /** The paths it reads. */
  paths: Path[];
  render(values: object, options?: RenderOptions): Rendered;
}

const maxSteps = 200_000;

/** Parses and checks a template. The template is present exactly if no problem is an error. */
export function compileTemplate(
  text: string,
  options: TemplateOptions = {},
): { template?: Template; problems: TemplateProblem[] } {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return { problems };
  const paths: Path[] = [];
  const names = checkNames(nodes, options, (path) => paths.push(path));
  const emitted = emit(nodes);
  const mistakes = [
    ...(options.roots === undefined ? [] : names),
    ...misplacedFilters(emitted.slots, options.filters ?? defaultFilters),
  ].sort((a, b) => a.offset - b.offset);
  if (mistakes.some(({ severity }) => severity !== 'warning')) return { problems: mistakes };

  const only = nodes.length === 1 ? nodes[0] : undefined;
  const isWhole = only?.kind === 'value' && keepsType(only.filters);
  const isConstant = nodes.every((node) => node.kind === 'text');
  const run = compileEmitted(emitted);
  const render = (values: object, renderOptions: RenderOptions = {}): Rendered => {
    const renderer = createRenderer(emitted, isWhole, renderOptions);
    const output = run(values, renderer);
    return renderer.result(output);
  };
  return { template: { text, isWhole, isConstant, paths, render }, problems: mistakes };
}

function misplacedFilters(slots: EmittedSlot[], allowed: readonly FilterName[]): TemplateProblem[] {
  return slots
    .flatMap((slot) => slot.filters)
    .filter(({ name }) => !allowed.includes(name))
    .map(({ name, offset }) => ({
      offset,
      length: name.length,
      code: 'filter_not_here',
      message: `the filter "${name}" is not allowed here`,
      hint:
        name === 'hmac_sha256'
          ? 'it is allowed only in the answer to a handshake'
          : `allowed here: ${allowed.join(', ')}`,
    }));
}

/** The absent value of a slot: its own, or the key of a signature. */
function absentPath({ path, filters }: EmittedSlot, value: unknown, keys: unknown[]): string {
  if (value === undefined || value === null) return path.text;
  const unsigned = filters.find(({ argument }, at) => argument !== undefined && (keys[at] ?? undefined) === undefined);
  return unsigned?.argument?.text ?? path.text;
}

function createRenderer(emitted: { texts: string[]; slots: EmittedSlot[] }, isWhole: boolean, options: RenderOptions) {
  let absent: string | undefined;
  let whole: unknown;
  let length = 0;
  let steps = 0;
  const fail = (sentence: string): never => {
    throw new ActionError('invalid_input', `${options.place ?? 'template'}: ${sentence}`);
  };
  const count = (text: string): string => {
    length += text.length;
    steps++;
    if (length > maxOutput) fail(`${tooLong}; loop over fewer elements`);
    if (steps > maxSteps) fail(`the loops take more than ${maxSteps} steps; loop over fewer elements`);
    return text;
  };
  const { timezone = 'UTC' } = options;
  const filtered = ({ filters }: EmittedSlot, value: unknown, keys: unknown[]) =>
    filters.length === 0 ? value : applyFilters(value, filters, { keys, timezone });
  const keepWhole = (slot: EmittedSlot, value: unknown, keys: unknown[]): void => {
    try {
      whole = filtered(slot, value, keys);
    } catch (error) {
      fail(`"${slot.path.text}": ${(error as Error).message}`);
    }
  };
  const write = (slot: EmittedSlot, value: unknown, keys: unknown[]): string | undefined => {
    try {
      return toText(filtered(slot, value, keys));
    } catch (error) {
      return fail(`"${slot.path.text}": ${(error as Error).message}`);
    }
  };
  return {
    text: (index: number) => count(emitted.texts[index]!),
    round: () => void count(''),
    value(index: number, value: unknown, keys: unknown[]): string {
      const slot = emitted.slots[index]!;
      if (isWhole) {
        keepWhole(slot, value, keys);
        if (options.guard === undefined) return '';
      }
      const text = write(slot, value, keys);
      if (text === undefined) {
        const missing = absentPath(slot, value, keys);
        if (options.onAbsent === undefined || isWhole) absent ??= missing;
        else options.onAbsent(missing, options.place ?? 'template');
        return count('');
      }
      const refusal = options.guard?.(text, { path: slot.path.text, filters: slot.filters.map(({ name }) => name) });
      if (refusal !== undefined) fail(`"${slot.path.text}" ${refusal}`);
      return count(text);
    },
    result(output: string): Rendered {
      if (isWhole && whole !== undefined) return { value: whole };
      if (isWhole) return { absent: emitted.slots[0]!.path.text };
      return absent === undefined ? { value: output } : { absent };
    },
  };
}
