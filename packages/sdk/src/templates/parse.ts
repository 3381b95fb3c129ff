import { type FilterCall, type Path, type Slot, readSlot } from './slot.ts';
import { splitText } from './split.ts';
import { TemplateMistake, type TemplateProblem } from './template-problem.ts';

/** A node of a parsed template. `offset` is where its text starts. */
export type TemplateNode =
  | { kind: 'text'; text: string; offset: number }
  | { kind: 'value'; path: Path; filters: FilterCall[] }
  | { kind: 'if'; path: Path; then: TemplateNode[]; otherwise: TemplateNode[] }
  | { kind: 'each'; path: Path; item: string; index?: string; body: TemplateNode[] };

const maxCharacters = 100_000;
const maxSlots = 1000;
const maxLevels = 8;

interface OpenBlock {
  block: 'if' | 'each';
  open: number;
  into: TemplateNode[];
  node: Extract<TemplateNode, { kind: 'if' | 'each' }>;
  /** How many blocks one `{{/if}}` closes: an `else if` opens one inside. */
  closes: number;
}

/** Parses a template. A slot that cannot be parsed gives one problem; the others are still parsed. */
export function parseTemplate(text: string): { nodes: TemplateNode[]; problems: TemplateProblem[] } {
  if (text.length > maxCharacters) return { nodes: [], problems: [tooLarge(`${maxCharacters} characters`)] };
  const { parts, problems } = splitText(text);
  if (parts.filter(({ kind }) => kind === 'slot').length > maxSlots)
    return { nodes: [], problems: [tooLarge(`${maxSlots} slots`)] };
  const builder = createBuilder();
  for (const part of parts) {
    if (part.kind === 'text') builder.addText(part);
    else builder.attempt(() => builder.addSlot(readSlot(part.source, part.start), part.open));
    if (builder.problems.at(-1)?.code === 'template_too_deep') break;
  }
  builder.attempt(() => builder.finish());
  builder.problems.push(...problems);
  return { nodes: builder.root, problems: withoutCascades(builder.problems) };
}

/**
 * Drops problems that follow from others. If a slot cannot be parsed, blocks seem not to open or close, so only the
 * slot is reported. Blocks closed in the wrong order also seem unclosed, and the end of an unknown block follows from
 * its start.
 */
function withoutCascades(problems: TemplateProblem[]): TemplateProblem[] {
  const isStructure = ({ code }: TemplateProblem): boolean => code === 'unopened_block' || code === 'unclosed_block';
  const unopened = problems.filter(({ code }) => code === 'unopened_block');
  if (problems.every(isStructure)) return unopened.length > 0 ? unopened : problems;
  const unknown = problems.flatMap(({ code, given }) =>
    code === 'unknown_block' && given !== undefined ? [given] : [],
  );
  const isEnd = ({ code, given = '' }: TemplateProblem): boolean =>
    code === 'unknown_block' && given.startsWith('/') && unknown.includes(`#${given.slice(1)}`);
  return problems.filter((problem) => !isStructure(problem) && !isEnd(problem));
}

function createBuilder() {
  const root: TemplateNode[] = [];
  const open: OpenBlock[] = [];
  const problems: TemplateProblem[] = [];
  let into = root;

  const openBlock = (node: OpenBlock['node'], body: TemplateNode[], place: number, closes: number): void => {
    if (open.length >= maxLevels) {
      throw mistake(place, 'template_too_deep', `blocks are nested more than ${maxLevels} levels deep`, 'nest fewer');
    }
    into.push(node);
    open.push({ block: node.kind, open: place, into, node, closes });
    into = body;
  };

  const closeBlock = (block: 'if' | 'each', place: number): void => {
    const last = open.at(-1);
    if (last?.block !== block) {
      const hint = last === undefined ? 'no block is open here' : `close #${last.block} first`;
      throw mistake(place, 'unopened_block', `"/${block}" closes nothing`, hint);
    }
    for (let count = last.closes; count > 0; count--) into = open.pop()!.into;
  };

  const addElse = (path: Path | undefined, place: number): void => {
    const last = open.at(-1);
    if (last?.node.kind !== 'if' || into === last.node.otherwise) {
      throw mistake(place, 'unopened_block', '"else" is outside an #if', 'write it after {{#if …}}');
    }
    into = last.node.otherwise;
    if (path === undefined) return;
    const node: TemplateNode = { kind: 'if', path, then: [], otherwise: [] };
    openBlock(node, node.then, place, last.closes + 1);
  };

  const adders: { [K in Slot['kind']]: (slot: Extract<Slot, { kind: K }>, place: number) => void } = {
    comment: () => undefined,
    value: ({ path, filters }) => into.push({ kind: 'value', path, filters }),
    if: ({ path }, place) => {
      const node: TemplateNode = { kind: 'if', path, then: [], otherwise: [] };
      openBlock(node, node.then, place, 1);
    },
    each: ({ path, item, index }, place) => {
      const node: TemplateNode = { kind: 'each', path, item, ...(index === undefined ? {} : { index }), body: [] };
      openBlock(node, node.body, place, 1);
    },
    else: ({ path }, place) => addElse(path, place),
    end: ({ block }, place) => closeBlock(block, place),
  };

  return {
    root,
    problems,
    addText: ({ text, start }: { text: string; start: number }) =>
      void into.push({ kind: 'text', text, offset: start }),
    addSlot: (slot: Slot, place: number) => (adders[slot.kind] as (slot: Slot, place: number) => void)(slot, place),
    attempt(step: () => void): void {
      try {
        step();
      } catch (error) {
        if (!(error instanceof TemplateMistake)) throw error;
        problems.push(error.problem);
      }
    },
    finish(): void {
      const last = open.at(-1);
      if (last === undefined) return;
      throw mistake(last.open, 'unclosed_block', `"#${last.block}" is never closed`, `add {{/${last.block}}}`);
    },
  };
}

function mistake(offset: number, code: TemplateProblem['code'], message: string, hint: string): TemplateMistake {
  return new TemplateMistake({ offset, length: 2, code, message, hint });
}

function tooLarge(limit: string): TemplateProblem {
  return {
    offset: 0,
    length: 1,
    code: 'template_too_large',
    message: `the template has more than ${limit}`,
    hint: 'make it smaller',
  };
}
