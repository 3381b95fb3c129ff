import { fileURLToPath } from 'node:url';
import type { Hover, Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { connectorOf, nameInside, readOpenFolder } from './diagnose.ts';

interface Declared {
  name?: string;
  label?: string;
  title?: string;
  description?: string;
  type?: string;
  secret?: boolean;
}

/** Describes the name at a position in a template: an input or an account field; undefined elsewhere. */
export function hoverInTemplate(
  document: TextDocument,
  position: Position,
  open: ReadonlyMap<string, string>,
): Hover | undefined {
  const path = document.uri.startsWith('file:') ? fileURLToPath(document.uri) : undefined;
  const root = path === undefined ? undefined : connectorOf(path);
  const found = nameAt(document, position);
  if (path === undefined || root === undefined || found === undefined) return undefined;
  const { texts } = readOpenFolder(root, open);
  const text = whatIs(found, texts.get(nameInside(root, path)), texts.get('connector.json'));
  return text === undefined ? undefined : { contents: { kind: 'plaintext', value: text } };
}

/** The path in a slot, such as `account.shop`, up to the name at the position. */
function nameAt(document: TextDocument, position: Position): string[] | undefined {
  const line = document.getText({
    start: { ...position, character: 0 },
    end: { line: position.line + 1, character: 0 },
  });
  const isAt = ({ index, 0: { length } }: RegExpExecArray, start = 0): boolean =>
    start + index <= position.character && position.character <= start + index + length;
  const slot = [...line.matchAll(/\{\{[^{}]*\}\}/g)].find((match) => isAt(match));
  const name = slot && [...slot[0].matchAll(/[A-Za-z_][\w.-]*/g)].find((match) => isAt(match, slot.index));
  if (slot === undefined || name === undefined) return undefined;
  const upTo = name[0].indexOf('.', position.character - slot.index - name.index);
  return (upTo === -1 ? name[0] : name[0].slice(0, upTo)).split('.');
}

function whatIs(
  [first, second, ...deeper]: string[],
  file: string | undefined,
  connector: string | undefined,
): string | undefined {
  if (first === 'account') {
    if (second === undefined) return 'account: the account the action runs with';
    const declared: unknown = read(connector)?.account?.fields;
    const fields = (Array.isArray(declared) ? (declared as Declared[]) : []).filter((field) => field?.name === second);
    return deeper.length === 0 && fields[0] !== undefined ? textOf(`account.${second}`, 'field', fields[0]) : undefined;
  }
  const input = second === undefined ? read(file)?.input?.properties?.[first ?? ''] : undefined;
  return input === undefined ? undefined : textOf(first!, 'input', input);
}

function textOf(name: string, what: string, { label, title, description, type, secret }: Declared): string {
  const kind = [secret === true ? 'secret' : '', what, type === undefined ? '' : `(${type})`].filter(Boolean).join(' ');
  return [`${name}: ${kind}`, label ?? title, description].filter(Boolean).join('\n');
}

interface Source {
  account?: { fields?: Declared[] };
  input?: { properties?: Record<string, Declared> };
}

function read(text: string | undefined): Source | undefined {
  try {
    return JSON.parse(text ?? 'null') as Source;
  } catch {
    return undefined; // While someone types, the text may not be valid JSON.
  }
}
