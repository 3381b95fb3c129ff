import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { didYouMean, toPointer } from '@tallyhook/schemas';
import type { SourceProblemCode } from './codes/index.ts';
import { shownSigns } from './check-constants.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

export type JsonPath = (string | number)[];

/** A JSON file of a connector that could be read. */
export interface SourceFile {
  path: string;
  text: string;
  root: Node;
  value: unknown;
}

/** What a check has found; `locate` gives it its place. */
export interface Finding extends Pick<SourceProblem, 'given' | 'expected' | 'cause'> {
  code: SourceProblemCode;
  message: string;
  /** What to do about it, unless there is a suggestion. */
  hint?: string;
  /** The nearest name or value that exists. */
  suggestion?: string;
  severity?: 'error' | 'warning';
  /** Whether the key is meant, not its value. */
  atKey?: boolean;
  /** A place inside the text value, in characters of the decoded text. */
  offset?: number;
  /** Whether it may follow from another mistake of its file: it is reported once that is gone. */
  mayFollow?: boolean;
  /** The credential that stands there: no more of it is shown than the message says. */
  secret?: string;
}

/** Gives a finding its place in the file. A path that is not there is placed at the nearest part above. */
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
    // Paths from pointers hold the index of an entry as text.
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

/** Where the rest of a credential stands in its line; `toColumn` makes a column of an offset in the file. */
function secretsOf(text: string, node: Node, finding: Finding, toColumn: number): Pick<SourceProblem, 'secrets'> {
  const { secret, offset = 0, atKey = false } = finding;
  const leaf = atKey ? node.parent?.children?.[0] : node;
  if (secret === undefined || leaf === undefined || (leaf.type !== 'string' && leaf.type !== 'number')) return {};
  const at = (decoded: number): number =>
    toColumn + (leaf.type === 'string' ? sourceOffset(text, leaf, decoded) : leaf.offset + decoded);
  return { secrets: [{ from: at(offset + shownSigns(secret)), to: at(offset + secret.length) }] };
}

/** Where a character of a decoded text stands in the file: an escape is several characters there. */
function sourceOffset(text: string, node: Node, decodedOffset: number): number {
  let at = node.offset + 1;
  for (let decoded = 0; decoded < decodedOffset && at < node.offset + node.length - 1; decoded++) {
    if (text[at] !== '\\') at += 1;
    else at += text[at + 1] === 'u' ? 6 : 2;
  }
  return at;
}
