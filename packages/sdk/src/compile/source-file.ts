import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { didYouMean, toPointer } from '@tallyhook/schemas';
import type { SourceProblemCode } from './codes/index.ts';
import { shownLength } from './check-constants.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

export type JsonPath = (string | number)[];

/** A JSON file of a connector that could be parsed. */
export interface SourceFile {
  path: string;
  text: string;
  root: Node;
  value: unknown;
}

/** The result of a check. `locate` adds its place. */
export interface Finding extends Pick<SourceProblem, 'given' | 'expected' | 'cause'> {
  code: SourceProblemCode;
  message: string;
  /** What to do about it, unless there is a suggestion. */
  hint?: string;
  /** The closest existing name or value. */
  suggestion?: string;
  severity?: 'error' | 'warning';
  /** Whether it is about the key rather than its value. */
  atKey?: boolean;
  /** Offset inside the string value, in decoded characters. */
  offset?: number;
  /** Whether it may follow from another mistake in the file. Then it is only reported once that mistake is fixed. */
  mayFollow?: boolean;
  /** A credential at this place. No more of it is shown than the message contains. */
  secret?: string;
}

/** Adds a finding's place in the file. A path that does not exist is placed at its closest ancestor. */
export function locate(file: SourceFile, path: JsonPath, finding: Finding): SourceProblem {
  const node = nearestNode(file.root, path);
  const { code, message, given, expected, suggestion, cause, severity = 'error' } = finding;
  const hint = suggestion === undefined ? finding.hint : didYouMean(suggestion);
  const offset = offsetOf(file.text, node, finding);
  const place = placeInText(file.text, offset);
  return {
    severity,
    file: file.path,
    ...place,
    ...secretsOf(file.text, node, finding, place.column - offset),
    pointer: toPointer(path),
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(given === undefined ? {} : { given }),
    ...(expected === undefined ? {} : { expected }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function nearestNode(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length--) {
    // Paths from pointers have list indexes as text.
    const node =
      findNodeAtLocation(root, path.slice(0, length)) ??
      findNodeAtLocation(root, withIndexes(root, path.slice(0, length)));
    if (node !== undefined) return node;
  }
  return root;
}

function withIndexes(root: Node, path: JsonPath): JsonPath {
  const result: JsonPath = [];
  let node: Node | undefined = root;
  for (const part of path) {
    result.push(node?.type === 'array' ? Number(part) : part);
    node = findNodeAtLocation(root, result);
  }
  return result;
}

function offsetOf(text: string, node: Node, finding: Finding): number {
  if (finding.atKey === true && node.parent?.type === 'property') return node.parent.offset;
  if (finding.offset === undefined || node.type !== 'string') return node.offset;
  return sourceOffset(text, node, finding.offset);
}

/**
 * The columns of the hidden part of a credential in its line. `toColumn` converts an offset in the file to a column.
 */
function secretsOf(text: string, node: Node, finding: Finding, toColumn: number): Pick<SourceProblem, 'secrets'> {
  const { secret, offset = 0, atKey = false } = finding;
  const leaf = atKey ? node.parent?.children?.[0] : node;
  if (secret === undefined || leaf === undefined || (leaf.type !== 'string' && leaf.type !== 'number')) return {};
  const at = (decoded: number): number =>
    toColumn + (leaf.type === 'string' ? sourceOffset(text, leaf, decoded) : leaf.offset + decoded);
  return { secrets: [{ from: at(offset + shownLength(secret)), to: at(offset + secret.length) }] };
}

/** Maps an offset in a decoded string to the file, where an escape takes several characters. */
function sourceOffset(text: string, node: Node, decodedOffset: number): number {
  let at = node.offset + 1;
  for (let decoded = 0; decoded < decodedOffset && at < node.offset + node.length - 1; decoded++) {
    if (text[at] !== '\\') at += 1;
    else at += text[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}
