import type { JsonMistake } from './check-json.ts';
import { mayBeAbsent } from './find-absent.ts';
import type { JsonState } from './json-machine.ts';
import { parseTemplate, type TemplateNode } from './parse.ts';
import { lookUp, type Roots } from './shapes.ts';
import type { Path } from './slot.ts';
import { tryJson } from './try-json.ts';
import type { Forced } from './walk-json.ts';

type If = Extract<TemplateNode, { kind: 'if' }>;

/** What the blocks that ask for the same value ask for. */
interface Condition {
  path: Path;
  blocks: If[];
}

/** A condition and whether it is met. */
type Choice = readonly [condition: Condition, isMet: boolean];

/** Of more conditions, or of a longer text, only some combinations are tried. */
const mostConditions = 6;
const mostCharacters = 10_000;
const mostTried = 50;

/**
 * Finds the values without which a template for JSON gives none, such as a key in an `#if` behind a comma that stands
 * outside of it: each combination of values that are there and that are not. Of a template that gives JSON with
 * each of its blocks; the fewest values with which it gives none are told.
 */
export function checkJsonConditions(text: string, roots: Roots = {}): JsonMistake | undefined {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return undefined;
  const conditions = conditionsIn(nodes).filter(({ path }) => mayBeFalse(path, roots));
  for (const choices of combinations(conditions, text.length)) {
    const failed = tryJson(text, nodes, roots, forcedBy(choices));
    if (failed === 'too much') return undefined;
    if (failed === undefined) continue;
    const needed = fewest(choices, (some) => typeof tryJson(text, nodes, roots, forcedBy(some)) === 'object');
    const { offset, state, reason, isPossible } = failed;
    return { offset, message: `${inWords(needed)} ${reason}`, hint: hintFor(needed, state), isPossible };
  }
  return undefined;
}

/** Which way each element of a list takes may hang on its place in it. */
function conditionsIn(nodes: readonly TemplateNode[]): Condition[] {
  const found = new Map<string, Condition>();
  const visit = (node: TemplateNode): void => {
    if (node.kind !== 'if') return;
    const name = nameOf(node.path);
    const known = found.get(name) ?? { path: node.path, blocks: [] };
    found.set(name, { ...known, blocks: [...known.blocks, node] });
    node.then.forEach(visit);
    node.otherwise.forEach(visit);
  };
  nodes.forEach(visit);
  return [...found.values()];
}

/** A text that is required is hardly empty on purpose; a number, yes or no, and a list may be. */
function mayBeFalse(path: Path, roots: Roots): boolean {
  const { shape } = lookUp(path, roots);
  if (shape === undefined || shape.kind === 'any' || shape.kind === 'list' || mayBeAbsent(path, roots)) return true;
  return shape.kind === 'scalar' && shape.isLiteral === true;
}

/** The combinations in which something is absent, those with the fewest absent values first. */
function combinations(conditions: Condition[], length: number): Choice[][] {
  const absent = (isAbsent: (index: number) => boolean): Choice[] =>
    conditions.map((condition, index) => [condition, !isAbsent(index)] as const);
  if (conditions.length === 0) return [];
  if (conditions.length > mostConditions || length > mostCharacters) {
    const alone = conditions.slice(0, mostTried).map((_, index) => absent((other) => other === index));
    return [...alone, absent(() => true)].filter(isConsistent);
  }
  return Array.from({ length: 2 ** conditions.length }, (_, bits) => absent((index) => (bits & (1 << index)) !== 0))
    .filter((choices) => choices.some(([, isMet]) => !isMet) && isConsistent(choices))
    .sort((a, b) => countAbsent(a) - countAbsent(b));
}

/** Nothing is there below a value that is not. */
function isConsistent(choices: Choice[]): boolean {
  const gone = choices.filter(([, isMet]) => !isMet).map(([{ path }]) => nameOf(path));
  return choices.every(([{ path }, isMet]) => {
    const name = nameOf(path);
    return !isMet || !gone.some((outer) => name.startsWith(`${outer.slice(0, -1)},`));
  });
}

function countAbsent(choices: Choice[]): number {
  return choices.filter(([, isMet]) => !isMet).length;
}

function forcedBy(choices: readonly Choice[]): Forced {
  return new Map(
    choices.flatMap(([{ blocks }, isMet]) => blocks.map((block) => [block, isMet ? 'then' : 'otherwise'] as const)),
  );
}

/** Leaves out each choice without which it fails as well. */
function fewest(choices: readonly Choice[], fails: (some: readonly Choice[]) => boolean): readonly Choice[] {
  return choices.reduce((left, choice) => {
    const fewer = left.filter((one) => one !== choice);
    return fails(fewer) ? fewer : left;
  }, choices);
}

function inWords(choices: readonly Choice[]): string {
  const named = (met: boolean): string[] =>
    choices.filter(([, isMet]) => isMet === met).map(([{ path }]) => `"${path.text}"`);
  const phrase = (names: string[], end: string): string[] =>
    names.length === 0 ? [] : [`${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} ${end}`];
  return `where ${[...phrase(named(true), 'there'), ...phrase(named(false), 'not there')].join(' and ')}`;
}

function hintFor(choices: readonly Choice[], { at, open }: JsonState): string {
  const name = (choices.find(([, isMet]) => !isMet) ?? choices[0]!)[0].path.text;
  if (at === 'value' && !open.endsWith('['))
    return `write {{${name}|json}} without #if, which is null where it is absent, or what stands there then behind {{else}}`;
  if (choices.length > 1)
    return 'let what is always there stand first, and each block begin with its own comma: {"n":1{{#if x}},"x":2{{/if}}}';
  return `write the comma inside of the block, so that it goes with it: {{#if ${name}}}…{{/if}}`;
}

function nameOf({ segments }: Path): string {
  return JSON.stringify(segments.map(({ name }) => name));
}
