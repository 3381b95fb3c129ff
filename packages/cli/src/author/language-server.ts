import { basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { actionSchema, connectorSchema, fixtureSchema, requestSchema, webhookSchema } from '@tallyhook/schemas';
import jsonService from 'vscode-json-languageservice';
import {
  createConnection,
  type Hover,
  ProposedFeatures,
  type ServerCapabilities,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { completeInTemplate } from './complete-in-template.ts';
import { hoverInTemplate } from './hover-in-template.ts';
import { connectorOf, diagnose } from './diagnose.ts';

/** What the server offers to editors. */
export const capabilities: ServerCapabilities = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: ['"', ':', ' ', '{', '.', '|'] },
  hoverProvider: true,
};

const schemas: readonly { $id: string }[] = [
  connectorSchema,
  actionSchema,
  webhookSchema,
  fixtureSchema,
  requestSchema,
];

const matches: Record<string, string[]> = {
  [connectorSchema.$id]: ['**/connector.json'],
  [actionSchema.$id]: ['**/actions/*.json'],
  [webhookSchema.$id]: ['**/webhooks/*.json'],
  [fixtureSchema.$id]: ['**/fixtures/*.json'],
};

/** Completes and explains by our schemas, even if `$schema` names a missing one; nothing is fetched. */
function createSchemaService() {
  const service = jsonService.getLanguageService({
    workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
    schemaRequestService: (uri) => {
      const known = schemas.find(({ $id }) => $id === basename(uri));
      return known === undefined
        ? Promise.reject(new Error(`There is no schema ${uri}.`))
        : Promise.resolve(JSON.stringify(known));
    },
  });
  const associated = schemas.map((schema) => ({
    uri: `tallyhook://schemas/${schema.$id}`,
    ...(matches[schema.$id] !== undefined && { fileMatch: matches[schema.$id]! }),
    schema,
  }));
  service.configure({ validate: false, schemas: associated });
  return service;
}

/** Serves one editor until it disconnects: diagnostics as in `validate`, completion and hover. */
export function serveLanguage(input: Readable, output: Writable): Promise<void> {
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
  const documents = new TextDocuments(TextDocument);
  const service = createSchemaService();
  const shown = new Map<string, Set<string>>();

  const refresh = async (uri: string): Promise<void> => {
    const root = uri.startsWith('file:') ? connectorOf(fileURLToPath(uri)) : undefined;
    if (root === undefined) return;
    const found = diagnose(root, openTexts(documents));
    // Publish an empty list for files whose last problem is gone.
    for (const path of shown.get(root) ?? []) if (!found.has(path)) found.set(path, []);
    shown.set(root, new Set([...found].filter(([, diagnostics]) => diagnostics.length > 0).map(([path]) => path)));
    for (const [path, diagnostics] of found)
      await connection.sendDiagnostics({ uri: pathToFileURL(path).href, diagnostics });
  };

  connection.onInitialize(() => ({ capabilities, serverInfo: { name: 'tallyhook' } }));
  documents.onDidChangeContent(({ document }) => refresh(document.uri));
  documents.onDidSave(({ document }) => refresh(document.uri));
  // Closing discards unsaved text, so the file on disk counts again.
  documents.onDidClose(({ document }) => refresh(document.uri));
  connection.onCompletion(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const inside = document && completeInTemplate(document, position, openTexts(documents));
    if (inside !== undefined) return inside;
    return document && service.doComplete(document, position, service.parseJSONDocument(document));
  });
  connection.onHover(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return undefined;
    const inside = hoverInTemplate(document, position, openTexts(documents));
    return inside ?? service.doHover(document, position, service.parseJSONDocument(document)).then(withoutEmptyHover);
  });
  documents.listen(connection);
  connection.listen();
  // Input from a file, such as /dev/null, emits `end` but never `close`.
  return new Promise((resolve) => input.once('end', resolve).once('close', resolve));
}

/** Drops an empty hover, which an editor would show as an empty box. */
function withoutEmptyHover(hover: Hover | null): Hover | null {
  const contents = hover === null ? [] : [hover.contents].flat();
  const texts = contents.map((content) => (typeof content === 'string' ? content : content.value));
  return texts.some((text) => text.trim() !== '') ? hover : null;
}

/** The current text of each open file. */
function openTexts(documents: TextDocuments<TextDocument>): Map<string, string> {
  const open = documents.all().filter(({ uri }) => uri.startsWith('file:'));
  return new Map(open.map((document) => [fileURLToPath(document.uri), document.getText()]));
}
