import { fileURLToPath } from 'node:url';
import { completeTemplate } from '@tallyhook/sdk';
import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { connectorOf, nameInside, readOpenFolder } from './diagnose.ts';

const itemKinds = {
  name: CompletionItemKind.Variable,
  filter: CompletionItemKind.Function,
  block: CompletionItemKind.Keyword,
};

/** Names, filters and blocks that fit at a position in a template; undefined outside templates. */
export function completeInTemplate(
  document: TextDocument,
  position: Position,
  open: ReadonlyMap<string, string>,
): CompletionItem[] | undefined {
  if (!document.uri.startsWith('file:')) return undefined;
  const path = fileURLToPath(document.uri);
  const root = connectorOf(path);
  if (root === undefined) return undefined;
  const { texts } = readOpenFolder(root, open);
  const found = completeTemplate(texts, nameInside(root, path), document.offsetAt(position));
  return found?.items.map(({ text, kind }) => ({
    label: text,
    kind: itemKinds[kind],
    textEdit: { range: { start: document.positionAt(found.from), end: position }, newText: text },
  }));
}
