import { didYouMean, nearest } from '@tallyhook/schemas';
import { readBracketed } from './bracketed-name.ts';
import { filterNames, type FilterName, type Literal } from './filters.ts';
import { TemplateMistake, type TemplateProblem, type TemplateProblemCode } from './template-problem.ts';

/** One name of a path and its offset in the template. */
export interface Segment {
  name: string;
  offset: number;
}

/** A path such as `event.body.[event-data].id`; `event.body.[data[id]]` for the field `data[id]` of a form. */
export interface Path {
  segments: Segment[];
  text: string;
  offset: number;
}

export interface FilterCall {
  name: FilterName;
  offset: number;
  /** The key of `hmac_sha256`, or the value that `append` and `prepend` join. */
  argument?: Path;
  /** The texts and numbers written after a filter. */
  literals?: Literal[];
}

/** Each may multiply the length of its text. */
const maxFilters = 5;

/** The depth limit of JSON in a connector. Each level is a call during rendering. */
const maxSegments = 100;

/** The content of `{{…}}`. */
export type Slot =
  | { kind: 'value'; path: Path; filters: FilterCall[] }
  | { kind: 'if'; path: Path }
  | { kind: 'each'; path: Path; item: string; index?: string }
  | { kind: 'else'; path?: Path }
  | { kind: 'end'; block: 'if' | 'each' }
  | { kind: 'comment' };

/**
 * Parses the inside of a slot that starts at `offset` of its template.
 * @throws TemplateMistake with the position of the problem.
 */
export function readSlot(source: string, offset: number): Slot {
  const reader = createReader(source, offset);
  reader.skipSpace();
  if (reader.atEnd()) reader.fail('empty_slot', 'the slot is empty', { hint: 'write a name, such as {{title}}' });
  if (reader.take('!')) return { kind: 'comment' };
  if (reader.take('#')) return readBlock(reader);
  if (reader.take('/')) return readEnd(reader);
  if (reader.takeWord('else')) return readElse(reader);
  const path = readPath(reader);
  const filters: FilterCall[] = [];
  while (reader.take('|')) {
    if (filters.length === maxFilters) {
      const hint = 'use one or two, such as |json or |url';
      reader.fail('template_too_large', `the slot has more than ${maxFilters} filters`, { hint });
    }
    filters.push(readFilter(reader));
  }
  reader.expectEnd();
  return { kind: 'value', path, filters };
}

type Reader = ReturnType<typeof createReader>;

/** The characters of a plain name, as in Handlebars. */
export const plainName = /[^\s!"#%&'()*+,./;<=>@[\\\]^`{|}~]+/y;

/** Details of a message. The position is the reader's, unless `from` says otherwise. */
type Failure = Pick<TemplateProblem, 'hint' | 'given' | 'suggestion'> & { from?: number };

function createReader(source: string, offset: number) {
  let at = 0;
  const fail = (code: TemplateProblemCode, message: string, { from = at, ...more }: Failure = {}): never => {
    const advice = more.suggestion === undefined ? {} : { hint: didYouMean(more.suggestion) };
    const length = Math.max(1, at - from);
    throw new TemplateMistake({ offset: offset + from, length, code, message, ...more, ...advice });
  };
  const skipSpace = (): void => {
    while (at < source.length && /\s/.test(source[at]!)) at++;
  };
  return {
    fail,
    skipSpace,
    place: () => at,
    offset: () => offset + at,
    atEnd: () => at >= source.length,
    peek: () => source[at],
    since: (from: number) => source.slice(from, at),
    take(sign: string): boolean {
      skipSpace();
      if (source[at] !== sign) return false;
      at++;
      return true;
    },
    /** Consumes a text in quotes or a number; undefined if neither follows. */
    readLiteral(): Literal | undefined {
      const written = /^\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?))/.exec(source.slice(at));
      if (written === null) return undefined;
      at += written[0].length;
      const [, single, double, number] = written;
      return number === undefined ? (single ?? double) : Number(number);
    },
    /** Consumes a character that must follow immediately. */
    takeNow(sign: string): boolean {
      if (source[at] !== sign) return false;
      at++;
      return true;
    },
    takeWord(word: string): boolean {
      skipSpace();
      if (!source.startsWith(word, at) || /[^\s}]/.test(source[at + word.length] ?? ' ')) return false;
      at += word.length;
      return true;
    },
    readPlain(): string | undefined {
      plainName.lastIndex = at;
      const name = plainName.exec(source)?.[0];
      at += name?.length ?? 0;
      return name;
    },
    readBracketed(): string | undefined {
      const read = readBracketed(source, at);
      at = read?.end ?? source.length;
      return read?.name;
    },
    readUntil(sign: string): string | undefined {
      const end = source.indexOf(sign, at);
      if (end === -1) return undefined;
      const text = source.slice(at, end);
      at = end + 1;
      return text;
    },
    expectEnd(): void {
      skipSpace();
      if (at >= source.length) return;
      const hint = source[at] === '[' ? bracketHelp : slotHelp;
      fail('slot_syntax', `unexpected "${source.slice(at, at + 20).trimEnd()}"`, { hint });
    },
  };
}

const bracketHelp =
  'write a dot and no quotes, such as {{issue.title}}, or {{issue.[odd name]}} for a name with other characters';
const slotHelp = 'a slot is a path with filters, such as {{issue.title|json}}, or #if, #each, else, /if, /each';

function readPath(reader: Reader): Path {
  reader.skipSpace();
  const from = reader.place();
  const offset = reader.offset();
  const segments = [readSegment(reader)];
  while (reader.takeNow('.')) {
    segments.push(readSegment(reader));
    if (segments.length > maxSegments)
      reader.fail('template_too_large', `the path has more than ${maxSegments} names`, { hint: 'use fewer', from });
  }
  const first = segments[0]!.name;
  if (first === 'this') reader.fail('slot_syntax', '"this" is not supported', { hint: namedItem, from });
  return { segments, text: reader.since(from), offset };
}

const namedItem = 'name the item of a list: {{#each items as |item index|}}{{item.name}}{{/each}}';

const pairedBrackets = String.raw`brackets in a name come in pairs, as in [data[id]]; write a single one with a backslash, \[ or \], which is \\[ or \\] in a JSON file`;

function readSegment(reader: Reader): Segment {
  const offset = reader.offset();
  const from = reader.place();
  if (reader.peek() === '[') {
    const name = reader.readBracketed();
    if (name === undefined)
      return reader.fail('slot_syntax', 'the name after "[" has no closing "]"', { hint: pairedBrackets, from });
    if (name === '') return reader.fail('slot_syntax', 'the name in brackets is empty', { from });
    return { name, offset };
  }
  const name = reader.readPlain();
  if (name !== undefined) return { name, offset };
  const hints: Record<string, string> = {
    '.': 'start with a name; there is no parent or current item; ' + namedItem,
    '@': 'write a name with other characters in brackets, such as [@odata.etag]; ' + namedItem,
    '>': 'partials are not supported',
    '&': 'values are inserted unchanged; leave out the &',
    '~': 'white space control is not supported; leave out the ~',
    '{': 'a slot cannot contain another slot: write out every name',
    '"': 'write text outside the slot',
  };
  const hint = hints[reader.peek() ?? ''] ?? slotHelp;
  return reader.fail('slot_syntax', 'expected a name here', { hint });
}

function readFilter(reader: Reader): FilterCall {
  reader.skipSpace();
  const from = reader.place();
  const offset = reader.offset();
  const name = reader.readPlain();
  const known = filterNames.find((filter) => filter === name);
  if (known === undefined) {
    const suggestion = nearest(name ?? '', filterNames);
    const hint = `the filters are ${filterNames.join(', ')}`;
    const more = { hint, from, ...(suggestion !== undefined && { suggestion }) };
    return reader.fail('unknown_filter', `unknown filter "${name ?? ''}"`, more);
  }
  const takes = literalsOf[known];
  if (known === 'append' || known === 'prepend') return { name: known, offset, ...readOther(reader, known, from) };
  if (takes !== undefined) return { name: known, offset, literals: readLiterals(reader, known, takes) };
  if (known !== 'hmac_sha256') return { name: known, offset };
  reader.skipSpace();
  if (reader.atEnd()) {
    const hint = 'name the secret after the filter, such as {{event.body.challenge|hmac_sha256 account.secret}}';
    reader.fail('slot_syntax', '"hmac_sha256" needs the secret to sign with', { hint, from });
  }
  return { name: known, offset, argument: readPath(reader) };
}

/** What `append` and `prepend` join to the value: a text, a number or a path. */
function readOther(reader: Reader, name: string, from: number): Pick<FilterCall, 'literals' | 'argument'> {
  const literal = reader.readLiteral();
  if (literal !== undefined) return { literals: [literal] };
  reader.skipSpace();
  if (!reader.atEnd() && reader.peek() !== '|') return { argument: readPath(reader) };
  const hint = `for example {{account.email|${name} ':'|${name} account.token|base64}}`;
  return reader.fail('slot_syntax', `"${name}" needs a text or a name to join`, { hint, from });
}

/** What may be written after a filter, in order; `default` needs it. */
const literalsOf: Partial<Record<FilterName, readonly ('text' | 'digits' | 'any')[]>> = {
  date: ['text', 'text'],
  number: ['digits'],
  default: ['any'],
  join: ['text'],
};

function readLiterals(reader: Reader, name: FilterName, takes: readonly ('text' | 'digits' | 'any')[]): Literal[] {
  const literals: Literal[] = [];
  for (const kind of takes) {
    const from = reader.place();
    const literal = reader.readLiteral();
    if (literal === undefined) break;
    const hint = filterExamples[name]!;
    if (kind === 'text' && typeof literal !== 'string')
      reader.fail('slot_syntax', `|${name} takes a text here`, { hint, from });
    if (kind === 'digits' && !(Number.isInteger(literal) && Number(literal) >= 0 && Number(literal) <= 10))
      reader.fail('slot_syntax', `|${name} takes the number of decimals, from 0 to 10`, { hint, from });
    literals.push(literal);
  }
  if (name === 'default' && literals.length === 0)
    reader.fail('slot_syntax', '|default needs the value to use instead', { hint: filterExamples.default! });
  return literals;
}

const filterExamples: Partial<Record<FilterName, string>> = {
  date: "for example {{trigger.receivedAt|date 'd LLL yyyy, HH:mm' 'Europe/Paris'}}",
  number: 'for example {{steps.total.output.overall.sum|number 2}}',
  default: "for example {{trigger.payload.issue.body|default 'no text'}}",
  join: "for example {{trigger.payload.labels|join ', '}}",
};

function readBlock(reader: Reader): Slot {
  if (reader.takeWord('if')) {
    const path = readPath(reader);
    reader.expectEnd();
    return { kind: 'if', path };
  }
  if (reader.takeWord('each')) return readEach(reader);
  const from = reader.place();
  const name = reader.readPlain() ?? '';
  return unknownBlock(reader, `#${name}`, from - 1);
}

function readEach(reader: Reader): Slot {
  const path = readPath(reader);
  const from = reader.place();
  if (!reader.takeWord('as') || !reader.take('|')) {
    return reader.fail('slot_syntax', '#each needs a name for the item', { hint: namedItem, from });
  }
  const names = (reader.readUntil('|') ?? '').trim().split(/\s+/);
  const [item, index] = names;
  if (!item || names.length > 2 || !names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))) {
    return reader.fail('slot_syntax', 'expected one or two plain names between the bars', {
      hint: namedItem,
      from,
    });
  }
  if (item === index) {
    return reader.fail('slot_syntax', `"${item}" cannot be both the item and its index`, { hint: namedItem, from });
  }
  reader.expectEnd();
  return { kind: 'each', path, item, ...(index === undefined ? {} : { index }) };
}

function readElse(reader: Reader): Slot {
  reader.skipSpace();
  if (reader.atEnd()) return { kind: 'else' };
  const hint = reader.peek() === '}' ? 'close it with both braces: {{else}}' : 'write {{else}}, or {{else if NAME}}';
  if (!reader.takeWord('if')) reader.fail('slot_syntax', 'only "if" can follow "else"', { hint });
  const path = readPath(reader);
  reader.expectEnd();
  return { kind: 'else', path };
}

function readEnd(reader: Reader): Slot {
  const from = reader.place();
  const name = reader.readPlain();
  reader.expectEnd();
  if (name === 'if' || name === 'each') return { kind: 'end', block: name };
  return unknownBlock(reader, `/${name ?? ''}`, from);
}

function unknownBlock(reader: Reader, given: string, from: number): never {
  const near = nearest(given.slice(1), ['if', 'each']);
  const message = given.startsWith('/') ? `there is no block "${given.slice(1)}" to close` : `unknown block "${given}"`;
  const suggestion = near === undefined ? {} : { suggestion: `${given[0]}${near}` };
  return reader.fail('unknown_block', message, { hint: 'the blocks are #if and #each', from, given, ...suggestion });
}
