import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram, runCommandLine } from './program.ts';
import type { Settings } from './settings.ts';
import type { Command } from 'commander';

interface Surroundings {
  settings: Settings;
  printed: () => string;
  complained: () => string;
}

function surroundings(changes: Partial<Settings> = {}): Surroundings {
  const output: string[] = [];
  const errors: string[] = [];
  const collect = (into: string[]) =>
    new Writable({ write: (chunk, _encoding, done) => done(void into.push(String(chunk))) });
  return {
    settings: {
      url: undefined,
      key: undefined,
      sessionFile: '/nowhere/session.json',
      cacheFolder: '/nowhere',
      environment: {},
      input: Readable.from([]),
      output: collect(output),
      errors: collect(errors),
      ...changes,
    },
    printed: () => output.join(''),
    complained: () => errors.join(''),
  };
}

const servers: Server[] = [];

/** A server that is not Tallyhook, or one that breaks. */
async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

describe('the command line', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  it('ends with 2 and says what is possible where it is not understood', async () => {
    for (const args of [
      ['importt'],
      ['import'],
      ['keys', 'create', '--name', 'x', '--access', 'all'],
      ['runs', 'list', '--limit', 'many'],
      ['accounts', 'link', 'github', '--field', 'token'],
    ]) {
      const { settings, complained } = surroundings();
      assert.equal(await runCommandLine(args, settings), 2, args.join(' '));
      assert.match(complained(), /^error: .+/);
    }
  });

  it('says with --json in a document what is not understood', async () => {
    const { settings, printed } = surroundings();
    assert.equal(await runCommandLine(['runs', 'list', '--limit', 'many', '--json'], settings), 2);
    const { code, detail } = JSON.parse(printed()) as { code: string; detail: string };
    assert.equal(code, 'invalid_usage');
    assert.match(detail, /--limit/);
  });

  it('ends with 0 after --help', async () => {
    const { settings, printed } = surroundings();
    assert.equal(await runCommandLine(['import', '--help'], settings), 0);
    assert.match(printed(), /Example:\n {2}\$ tallyhook import/);
  });

  it('every verb takes --json and shows an example in its help', () => {
    for (const verb of leaves(createProgram(surroundings().settings))) {
      let help = '';
      verb.configureOutput({ writeOut: (text) => (help += text) });
      verb.outputHelp();
      const path = `${verb.parent?.name()} ${verb.name()}`;
      assert.match(help, /\n {2}--json /, path);
      assert.match(help, /\nExample:\n {2}\$ /, path);
    }
  });

  it('ends with 1 where nobody is logged in, and says how to', async () => {
    const { settings, complained } = surroundings();
    assert.equal(await runCommandLine(['keys', 'list'], settings), 1);
    assert.match(complained(), /Run `tallyhook login`, or set TALLYHOOK_KEY/);
  });

  it('prints a refusal as a problem document with --json', async () => {
    const { settings, printed, complained } = surroundings();
    assert.equal(await runCommandLine(['keys', 'list', '--json'], settings), 1);
    assert.equal((JSON.parse(printed()) as { code: string }).code, 'sign_in_required');
    assert.equal(complained(), '');
  });

  it('names the address at which nothing answers', async () => {
    const { server, url } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['runs', 'list'], settings), 1);
    assert.ok(complained().includes(`Nothing answered at ${url} (ECONNREFUSED). Start Tallyhook with \`npm start\``));
  });

  it('refuses a question that is not JSON before anything is sent', async () => {
    const { settings, complained } = surroundings({ key: 'thk_x' });
    assert.equal(await runCommandLine(['ask', '{type: "ticket"}'], settings), 1);
    assert.match(complained(), /^The body is not JSON: The question is not JSON: /);
  });

  it('never sends a session to another address than the one it was made at', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallyhook-cli-'));
    const sessionFile = join(folder, 'session.json');
    await writeFile(
      sessionFile,
      JSON.stringify({ url: 'http://127.0.0.1:1', email: 'a@example.com', token: 'secret' }),
    );
    let asked = 0;
    const { url } = await serve((_request, response) => {
      asked += 1;
      response.end('[]');
    });
    const { settings, complained } = surroundings({ sessionFile });
    assert.equal(await runCommandLine(['keys', 'list', '--url', url], settings), 1);
    assert.ok(complained().includes(`Nobody is logged in at ${url}`));
    assert.equal(asked, 0);
    await rm(folder, { recursive: true });
  });

  it('says so where the answer is not of Tallyhook', async () => {
    const { url } = await serve((_request, response) => response.end('<h1>Welcome to nginx</h1>'));
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['runs', 'list'], settings), 1);
    assert.match(complained(), /answered 200 with something that is not JSON\. Is this address Tallyhook's\?/);
  });

  it('does not take an import for done whose answer breaks off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallyhook-cli-'));
    const csv = join(folder, 'rows.csv');
    await writeFile(csv, 'a\n1\n');
    const { url } = await serve((request, response) => {
      request.resume().on('end', () => response.end('{"progress":{"rows":1}}\n'));
    });
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['import', csv, '--type', 'row'], settings), 1);
    assert.match(complained(), /The connection ended before the product said what became of/);
    await rm(folder, { recursive: true });
  });

  it('names a file that cannot be read', async () => {
    const { settings, complained } = surroundings({ key: 'thk_x' });
    assert.equal(await runCommandLine(['import', '/nowhere/rows.csv', '--type', 'row'], settings), 1);
    assert.match(complained(), /The file \/nowhere\/rows\.csv cannot be read \(ENOENT\)/);
  });

  it('names a variable that a secret was to come from and that is not there', async () => {
    const { settings, complained } = surroundings({ key: 'thk_x' });
    assert.equal(
      await runCommandLine(['accounts', 'link', 'github', '--field-from-env', 'token=GITHUB_TOKEN'], settings),
      1,
    );
    assert.match(complained(), /The environment has no GITHUB_TOKEN/);
  });
});
