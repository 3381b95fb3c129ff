import { createScanner, getNodePath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isTooLarge } from '../runtime/parse-foreign-json.ts';
import { placeInText } from './source-problem.ts';

/** A syntax mistake in a JSON file. */
export interface JsonProblem {
  offset: number;
  /** The path of the enclosing object, as far as known. */
  path: (string | number)[];
  code: 'byte_order_mark' | 'empty_file' | 'comment' | 'trailing_comma' | 'duplicate_key' | 'json_syntax' | 'too_deep';
  message: string;
  hint: string;
}

const maxLevels = 100;

/**
 * Parses strict JSON (RFC 8259) and keeps positions. A byte order mark is a mistake, but the rest is parsed. If the
 * file cannot be parsed, only the first mistake is reported: most others follow from it.
 */
export function parseJson(text: string, what = 'file'): { root?: Node; value?: unknown; problems: JsonProblem[] } {
  if (!text.startsWith('\ufeff')) return parseUnmarked(text, what);
  const { problems, ...parsed } = parseUnmarked(` ${text.slice(1)}`, what);
  return { ...parsed, problems: [byteOrderMark(what), ...problems] };
}

const byteOrderMark = (what: string): JsonProblem => ({
  offset: 0,
  path: [],
  code: 'byte_order_mark',
  message: `the ${what} starts with a byte order mark`,
  hint: 'save it as UTF-8 without one',
});

function parseUnmarked(text: string, what: string): ReturnType<typeof parseJson> {
  const refused = refuseText(text, what);
  if (refused !== undefined) return { problems: [refused] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first !== undefined) return { problems: [describe(text, first, what)] };
  if (root === undefined) return { problems: [syntax(0, `the ${what} contains no JSON`)] };
  const duplicates = findDuplicates(root);
  if (duplicates.length > 0) return { problems: duplicates };
  try {
    return { root, value: JSON.parse(text) as unknown, problems: [] };
  } catch (error) {
    return { problems: [syntax(0, (error as Error).message)] };
  }
}

/**
 * Finds why a text is not valid JSON, or its first duplicate key. Undefined if there is no mistake. Line and column
 * count from 1.
 */
export function findJsonMistake(
  text: string,
): { line: number; column: number; message: string; hint: string } | undefined {
  const [first] = parseJson(text, 'text').problems;
  if (first === undefined) return undefined;
  const { line, column } = placeInText(text, first.offset);
  return { line, column, message: first.message, hint: first.hint };
}

function refuseText(text: string, what: string): JsonProblem | undefined {
  if (text.trim() === '') {
    return { offset: 0, path: [], code: 'empty_file', message: `the ${what} is empty`, hint: 'write a JSON object' };
  }
  const deep = findDeep(text);
  if (deep === undefined) return undefined;
  const message = `the ${what} is nested more than ${maxLevels} levels deep`;
  return { offset: deep, path: [], code: 'too_deep', message, hint: 'nest it less' };
}

// The parser recurses, so depth is checked first.
function findDeep(text: string): number | undefined {
  // Most texts open fewer objects and lists than that in all.
  if ((text.match(/[{[]/g) ?? []).length <= maxLevels) return undefined;
  const scanner = createScanner(text, true);
  let level = 0;
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (kind === openBrace || kind === openBracket) level++;
    if (kind === closeBrace || kind === closeBracket) level--;
    if (level > maxLevels) return scanner.getTokenOffset();
  }
  return undefined;
}

// Token kinds of jsonc-parser's SyntaxKind, a const enum that type stripping cannot read.
const [openBrace, closeBrace, openBracket, closeBracket, endOfFile] = [1, 2, 3, 4, 17];

function describe(text: string, error: ParseError, what: string): JsonProblem {
  const name = printParseErrorCode(error.error);
  if (text.slice(error.offset).trim() === '') return endsEarly(text, what);
  if (name === 'InvalidCommentToken') {
    const hint = 'remove it; write notes in "description" keys';
    return { offset: error.offset, path: [], code: 'comment', message: 'JSON has no comments', hint };
  }
  const before = text.slice(0, error.offset).trimEnd();
  const isAtEnd = /^[}\]]/.test(text.slice(error.offset));
  if (before.endsWith(',') && isAtEnd) {
    const message = 'there is a comma before the closing bracket';
    return { offset: before.length - 1, path: [], code: 'trailing_comma', message, hint: 'remove the comma' };
  }
  // A missing token is reported at the end of the value before it, not at the next one.
  const number = /(?<![\w.])-?0$/.exec(text.slice(0, error.offset))?.[0];
  if (number !== undefined && /^\d/.test(text.slice(error.offset)))
    return syntax(error.offset - number.length, 'a JSON number cannot have a leading zero');
  if (name === 'InvalidEscapeCharacter' || name === 'InvalidUnicode')
    return syntax(endOfSound(text, error.offset), sentences[name]!);
  if (name === 'InvalidCharacter') {
    const within = text.slice(error.offset).search(/[\u0000-\u001f]/);
    return syntax(error.offset + Math.max(0, within), sentences[name]!);
  }
  const isMissing = name === 'CommaExpected' || name === 'ColonExpected' || name.startsWith('Close');
  return syntax(isMissing ? before.length : error.offset, sentences[name] ?? name);
}

/** Finds the end of the part in which all escapes are valid. */
function endOfSound(text: string, start: number): number {
  const sound = /"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*/y;
  sound.lastIndex = start;
  return start + (sound.exec(text)?.[0].length ?? 0);
}

function endsEarly(text: string, what: string): JsonProblem {
  const scanner = createScanner(text, true);
  const open: string[] = [];
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (kind === openBrace) open.unshift('}');
    if (kind === openBracket) open.unshift(']');
    if (kind === closeBrace || kind === closeBracket) open.shift();
  }
  const hint = open.length === 0 ? undefined : `add the missing ${open.join('')}`;
  return syntax(text.trimEnd().length, `the ${what} ends before its JSON is complete`, hint);
}

const sentences: Record<string, string> = {
  InvalidSymbol: 'expected text in double quotes, a number, true, false, null, { or [',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'expected the end of the file',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the text has no closing double quote',
  UnexpectedEndOfNumber: 'the number is incomplete',
  InvalidUnicode: 'the escape \\u is not followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'this escape does not exist; write a backslash as \\\\',
  InvalidCharacter: 'write a line break or tab in text as \\n or \\t',
};

function syntax(
  offset: number,
  message: string,
  hint = 'fix the JSON; nothing after this place was read',
): JsonProblem {
  return {
    offset,
    path: [],
    code: 'json_syntax',
    message,
    hint,
  };
}

/** Duplicate keys of a JSON text, each with its place. None if the text is nested too deep. */
export function findRepeatedKeys(text: string): Pick<JsonProblem, 'offset' | 'path' | 'message'>[] {
  const root = findDeep(text) === undefined ? parseTree(text) : undefined;
  return root === undefined ? [] : findDuplicates(root);
}

/** Numbers in a JSON text that a JavaScript number cannot represent, each with its place. */
export function findLargeNumbers(
  text: string,
  root: Node,
): { offset: number; path: (string | number)[]; token: string }[] {
  const found: { offset: number; path: (string | number)[]; token: string }[] = [];
  walk(root, (node) => {
    if (node.type !== 'number') return;
    const token = text.slice(node.offset, node.offset + node.length);
    if (isTooLarge(token) || !Number.isFinite(Number(token)))
      found.push({ offset: node.offset, path: getNodePath(node), token });
  });
  return found;
}

function findDuplicates(root: Node): JsonProblem[] {
  const problems: JsonProblem[] = [];
  const names = new Map<Node, Set<string>>();
  walk(root, (node) => {
    if (node.type === 'object') names.set(node, new Set());
    if (node.type !== 'property') return;
    const seen = names.get(node.parent!)!;
    const name = node.children![0]!.value as string;
    if (seen.has(name)) problems.push(duplicate([...getNodePath(node.parent!), name], node.offset));
    seen.add(name);
  });
  return problems;
}

/** Visits each node in text order. */
function walk(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const child of node.children ?? []) walk(child, see);
}

function duplicate(path: (string | number)[], offset: number): JsonProblem {
  const message = `duplicate key "${path.at(-1)}"`;
  return { offset, path, code: 'duplicate_key', message, hint: 'keep one of them' };
}
