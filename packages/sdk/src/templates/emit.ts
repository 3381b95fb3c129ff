import Handlebars from 'handlebars';
import type { TemplateNode } from './parse.ts';
import type { FilterCall, Path } from './slot.ts';

export interface EmittedSlot {
  path: Path;
  filters: FilterCall[];
}

/** Texts, slots and rests of paths by number, and the Handlebars source that names them in order. */
export interface Emitted {
  source: string;
  texts: string[];
  slots: EmittedSlot[];
  /** The rests of paths that `at` follows, as it numbers them. */
  rests: string[][];
}

/**
 * Writes a tree as Handlebars. Texts are named by number instead of standing in the source, so no brace, backslash
 * or line break of a text means anything to Handlebars, and every name of a path stands in brackets.
 */
export function emit(nodes: readonly TemplateNode[]): Emitted {
  const texts: string[] = [];
  const slots: EmittedSlot[] = [];
  const rests: string[][] = [];
  let names = 0;

  // Handlebars gives a letter of a text for a number, and its length; it reads no bracket in a name.
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

/** What the items of the lists around are called in Handlebars. */
type Scope = ReadonlyMap<string, string>;

function bracket(name: string): string {
  return `[${name.replaceAll('\\', '\\\\')}]`;
}

export interface Renderer {
  text(index: number): string;
  value(index: number, value: unknown, keys: unknown[]): string;
  /** Called for each round of a loop, so that empty loops are counted too. */
  round(): void;
}

const handlebars = Handlebars.create();
const knownHelpers = { text: true, value: true, at: true, each: true, if: true } as unknown as KnownHelpers;
type KnownHelpers = NonNullable<CompileOptions['knownHelpers']>;

/**
 * Compiles the source; the result renders with a renderer. Only the five helpers named here exist, nothing of a
 * value's prototype is reachable, and the values that go in are JSON, so no code can run.
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

/** What an object or a list has of its own; a text has no parts. */
function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Unlike that of Handlebars, the context stays what it was: items have names. */
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
