import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CompletionItem,
  type CompletionList,
  createProtocolConnection,
  type Hover,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { runVerb } from '../../test/run-verb.ts';

const main = join(import.meta.dirname, '../main.ts');

it('tallyhook lsp exits without an error if its input is an empty file', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, 'lsp'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
});

/** Starts the command and talks to it as an editor does. */
function startServer() {
  const child = spawn(process.execPath, [main, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const editor = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const waiting: ((published: PublishDiagnosticsParams) => void)[] = [];
  editor.onNotification('textDocument/publishDiagnostics', (published: PublishDiagnosticsParams) =>
    waiting.shift()?.(published),
  );
  editor.listen();
  return {
    editor,
    /** Ends it even if the test fails. */
    kill: () => void child.kill('SIGKILL'),
    published: () => new Promise<PublishDiagnosticsParams>((resolve) => waiting.push(resolve)),
    async stop(): Promise<number | null> {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      await editor.sendRequest('shutdown');
      await editor.sendNotification('exit');
      return ended;
    },
  };
}

describe('tallyhook lsp', () => {
  let home: string;
  let uri: string;
  let text: string;
  let server: ReturnType<typeof startServer>;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-lsp-'));
    await runVerb(['init', join(home, 'my-crm')]);
    const file = join(home, 'my-crm/actions/create-contact.json');
    uri = pathToFileURL(file).href;
    text = readFileSync(file, 'utf8');
    server = startServer();
    await server.editor.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
    await server.editor.sendNotification('initialized', {});
  });
  afterEach(() => {
    server.kill();
    rmSync(home, { recursive: true });
  });

  const open = (content: string): Promise<void> =>
    server.editor.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'json', version: 1, text: content },
    });
  const placeOf = (content: string, find: string): { line: number; character: number } => {
    const lines = content.slice(0, content.indexOf(find)).split('\n');
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  };

  it('shows a mistake in place before the file is saved, and clears it once it is fixed', async () => {
    const broken = text.replace('"method"', '"mehtod"');
    const first = server.published();
    await open(broken);
    const { uri: where, diagnostics } = await first;
    const start = placeOf(broken, '"mehtod"');
    assert.equal(where, uri);
    assert.deepEqual(diagnostics, [
      {
        range: { start, end: { ...start, character: start.character + '"mehtod"'.length } },
        severity: 1,
        code: 'unknown_key',
        source: 'tallyhook',
        message: 'unknown key "mehtod"\ndid you mean "method"?',
      },
    ]);
    const second = server.published();
    await server.editor.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text }],
    });
    assert.deepEqual((await second).diagnostics, []);
    assert.equal(await server.stop(), 0);
  });

  it('completes names and filters inside a template', async () => {
    const content = text.replace('{{email}}', '{{em}}');
    assert.notEqual(content, text);
    await open(content);
    const { line, character } = placeOf(content, '{{em}}');
    const items = await server.editor.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line, character: character + 4 },
    });
    assert.deepEqual(
      items.map(({ label }) => label),
      ['name', 'email', 'account', 'now', 'idempotencyKey'],
    );
    assert.deepEqual(items[1]!.textEdit, {
      range: { start: { line, character: character + 2 }, end: { line, character: character + 4 } },
      newText: 'email',
    });
    assert.equal(await server.stop(), 0);
  });

  it('describes known names in a template, and completes blocks', async () => {
    const content = text.replace('{{email}}', '{{email}} {{nobody}} {{account.nothing}} {{#');
    await open(content);
    const hoverAt = async (find: string): Promise<Hover | null> => {
      const { line, character } = placeOf(content, find);
      const position = { line, character: character + find.length - 1 };
      return server.editor.sendRequest<Hover | null>('textDocument/hover', { textDocument: { uri }, position });
    };
    assert.match(JSON.stringify(await hoverAt('{{email')), /"email: input \(string\)/);
    assert.equal(await hoverAt('{{nobody'), null);
    assert.equal(await hoverAt('{{account.noth'), null);
    assert.match(JSON.stringify(await hoverAt('{{acc')), /"account: the account/);
    const { line, character } = placeOf(content, '{{#');
    const items = await server.editor.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line, character: character + 3 },
    });
    assert.deepEqual(
      items.map(({ label }) => label),
      ['if', 'each'],
    );
    assert.equal(await server.stop(), 0);
  });

  it('reads the file on disk after an unsaved file is closed', async () => {
    const first = server.published();
    await open(text.replace('"method"', '"mehtod"'));
    assert.equal((await first).diagnostics.length, 1);
    const second = server.published();
    await server.editor.sendNotification('textDocument/didClose', { textDocument: { uri } });
    assert.deepEqual((await second).diagnostics, []);
    assert.equal(await server.stop(), 0);
  });

  it('completes keys and values from the schemas, and describes keys', async () => {
    await open(text);
    const labels = async (content: string, find: string): Promise<string[]> => {
      await server.editor.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: 3 },
        contentChanges: [{ text: content }],
      });
      const { line, character } = placeOf(content, find);
      const position = { line, character: character + find.length };
      const { items } = await server.editor.sendRequest<CompletionList>('textDocument/completion', {
        textDocument: { uri },
        position,
      });
      return items.map(({ label }) => label);
    };
    assert.ok((await labels(text.replace('"success": {', '"q": 1, "success": {'), '"q')).includes('query'));
    assert.ok((await labels(text.replace('"POST"', '""'), '"method": "')).includes('"PATCH"'));
    await labels(text, '"method"');
    const { line, character } = placeOf(text, '"method"');
    const hover = await server.editor.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri },
      position: { line, character: character + 2 },
    });
    assert.match(JSON.stringify(hover.contents), /The HTTP method/);
    assert.equal(await server.stop(), 0);
  });
});
