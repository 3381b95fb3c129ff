import Handlebars from 'handlebars';
import type { TemplateNode } from './parse.ts';
import type { FilterCall, Path } from './slot.ts';

export interface EmittedSlot {
  path: Path;
  filters: FilterCall[];
}

/** Numbered texts, slots and path remainders, and the Handlebars source that refers to them in order. */
export interface Emitted {
  source: string;
  texts: string[];
  slots: EmittedSlot[];
  /** The path remainders for the helper `at`, in the order of its numbers. */
  rests: string[][];
}

/**
 * Writes a tree as Handlebars. The source refers to texts by number, so that braces, backslashes and line breaks in a
 * text mean nothing to Handlebars. Every name of a path is in brackets.
 */
export function emit(nodes: readonly TemplateNode[]): Emitted {
  const texts: string[] = [];
  const slots: EmittedSlot[] = [];
  const rests: string[][] = [];
  let names = 0;

  // For a text, Handlebars would return its length, or a character for a number. It cannot parse brackets in a name.
  const emitPath = ({ segments }: Path, scope: Scope): string => {
    const [first, ...rest] = segments.map(({ name }) => name);
    const known = scope.get(first!);
    if (known === undefined && /[[\]\\]/.test(first!)) return `(at this ${rests.push([first!, ...rest]) - 1})`;
    const start = known ?? bracket(first!);
    if (!rest.some((name) => /^(\d+|length)$|[[\]\\]/.test(name))) return [start, ...rest.map(bracket)].join('.');
    return `(at ${start} ${rests.push(rest) - 1})`;
  };

  const emitNodes = (list: readonly TemplateNode[], scope: Scope): string =>
    list.map((node) => emitNode(node, scope)).join('');
  const emitNode = (node: TemplateNode, scope: Scope): string => {
    switch (node.kind) {
      case 'text':
        return `{{text ${texts.push(node.text) - 1}}}`;
      case 'value': {
        const keys = node.filters.map(({ argument }) => (argument === undefined ? 'null' : emitPath(argument, scope)));
        return `{{value ${slots.push(node) - 1} ${[emitPath(node.path, scope), ...keys].join(' ')}}}`;
      }
      case 'if': {
        const otherwise = node.otherwise.length === 0 ? '' : `{{else}}${emitNodes(node.otherwise, scope)}`;
        return `{{#if ${emitPath(node.path, scope)}}}${emitNodes(node.then, scope)}${otherwise}{{/if}}`;
      }
      case 'each': {
        const item = `each:${names++}`;
        const index = `each:${names++}`;
        const inner = new Map([
          ...scope,
          [node.item, item],
          ...(node.index === undefined ? [] : [[node.index, index] as const]),
        ]);
        return `{{#each ${emitPath(node.path, scope)} as |${item} ${index}|}}${emitNodes(node.body, inner)}{{/each}}`;
      }
    }
  };
  return { source: emitNodes(nodes, new Map()), texts, slots, rests };
}

/** Maps the loop variables in scope to their Handlebars names. */
type Scope = ReadonlyMap<string, string>;

function bracket(name: string): string {
  return `[${name.replaceAll('\\', '\\\\')}]`;
}

export interface Renderer {
  text(index: number): string;
  value(index: number, value: unknown, keys: unknown[]): string;
  /** Called for each iteration of a loop, so that empty loops are counted too. */
  round(): void;
}

const handlebars = Handlebars.create();
const knownHelpers = { text: true, value: true, at: true, each: true, if: true } as unknown as KnownHelpers;
type KnownHelpers = NonNullable<CompileOptions['knownHelpers']>;

/**
 * Compiles the source into a function that renders with a renderer. Only the five helpers named here exist, prototypes
 * are not accessible, and the values are JSON, so no code can run.
 */
export function compileEmitted({ source, rests }: Emitted): (values: object, renderer: Renderer) => string {
  const run = handlebars.compile(source, { knownHelpersOnly: true, knownHelpers, noEscape: true, strict: false });
  return (values, renderer) =>
    run(values, {
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
      helpers: {
        text: (index: number) => renderer.text(index),
        value: (index: number, value: unknown, ...rest: unknown[]) => renderer.value(index, value, rest.slice(0, -1)),
        at: (value: unknown, index: number) => rests[index]!.reduce(partOf, value),
        each: eachHelper(renderer),
      },
    });
}

/** Own properties of an object or a list. A text has no parts. */
function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Unlike Handlebars' own helper, it keeps the context: items have names. */
function eachHelper(renderer: Renderer) {
  return function (this: unknown, list: unknown, options: Handlebars.HelperOptions): string {
    const entries: [string | number, unknown][] = Array.isArray(list)
      ? [...list.entries()]
      : typeof list === 'object' && list !== null
        ? Object.entries(list)
        : [];
    return entries
      .map(([key, item]) => {
        renderer.round();
        return options.fn(this, { data: options.data as unknown, blockParams: [item, key] });
      })
      .join('');
  };
}
