import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVerb } from './every-verb.ts';
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

/** A server that is not Tallyhook, or one that fails. */
async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A command and all below it. */
function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

describe('the command line', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  for (const address of ['garbage', 'http://', 'http://127.0.0.1:99999', '', 'localhost:3000', 'ftp://example.com']) {
    it(`refuses "${address}" as an address, with and without a key`, async () => {
      for (const args of [
        ['connectors', 'list', '--url', address],
        ['accounts', 'list', '--url', address],
        ['login', '--email', 'ana@example.com', '--password', 'x', '--url', address],
      ]) {
        for (const key of [undefined, 'k']) {
          const { settings, complained } = surroundings({ key });
          assert.equal(await runCommandLine(args, settings), 2, args.join(' '));
          assert.match(complained(), new RegExp(`"${address}" is not a web address. Use one like http`));
        }
      }
      const { settings, complained } = surroundings({ url: address });
      assert.equal(await runCommandLine(['connectors', 'list'], settings), 2);
      assert.match(complained(), /is not a web address\. Use one like http/);
    });
  }

  it('exits with 2 and a hint for bad usage', async () => {
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

  it('reports bad usage as a problem document with --json', async () => {
    const { settings, printed } = surroundings();
    assert.equal(await runCommandLine(['runs', 'list', '--limit', 'many', '--json'], settings), 2);
    const { code, detail } = JSON.parse(printed()) as { code: string; detail: string };
    assert.equal(code, 'invalid_usage');
    assert.match(detail, /--limit/);
  });

  it('exits with 0 after --help', async () => {
    const { settings, printed } = surroundings();
    assert.equal(await runCommandLine(['import', '--help'], settings), 0);
    assert.match(printed(), /Example:\n {2}\$ tallyhook import/);
  });

  it('explains its exit codes in the help', async () => {
    const { settings, printed } = surroundings();
    await runCommandLine(['--help'], settings);
    assert.match(printed(), /Exit codes:\n  0  done\n  1  refused by the product[^]*\n  2  bad usage/);
  });

  it('groups verbs for the product and for connector development, with examples', async () => {
    const { settings, printed } = surroundings();
    await runCommandLine(['--help'], settings);
    assert.match(
      printed(),
      /\nThe product:\n {2}login [^]*\nConnector development:\n {2}init [^]*\nExamples:\n {2}\$ /,
    );
  });

  it('points the help of a group to the help of its verbs', async () => {
    const { settings, printed } = surroundings();
    await runCommandLine(['workflows', '--help'], settings);
    assert.match(printed(), /Every verb has its own help with an example: tallyhook workflows apply --help\n/);
  });

  it('shows at most one default for each option', () => {
    for (const verb of leaves(createProgram(surroundings().settings, everyVerb))) {
      const help = verb.helpInformation().replaceAll(/\s+/g, ' ');
      assert.doesNotMatch(help, /default: \[\]|\(default: [^()]*\) \(default: /, verb.name());
    }
  });

  it('prints its version', async () => {
    const { settings, printed } = surroundings();
    assert.equal(await runCommandLine(['--version'], settings), 0);
    assert.match(printed(), /^\d+\.\d+\.\d+\n$/);
  });

  it('accepts --json for every verb, and shows an example in the help of every verb and group', () => {
    for (const verb of everyCommand(createProgram(surroundings().settings, everyVerb))) {
      let help = '';
      verb.configureOutput({ writeOut: (text) => (help += text) });
      verb.outputHelp();
      const path = `${verb.parent?.name()} ${verb.name()}`;
      if (verb.commands.length === 0) assert.match(help, /\n {2}--json /, path);
      assert.match(help, /\nExamples?:\n {2}\$ /, path);
    }
  });

  it('exits with 1 without a login, and explains how to log in', async () => {
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

  it('names the address that does not answer', async () => {
    const { server, url } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['runs', 'list'], settings), 1);
    assert.ok(complained().includes(`Nothing answered at ${url} (ECONNREFUSED). Start Tallyhook with \`npm start\``));
  });

  it('reports an answer that breaks off in the middle', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"progress":', () => response.destroy());
    });
    const folder = await mkdtemp(join(tmpdir(), 'tallyhook-cli-'));
    const file = join(folder, 'rows.csv');
    await writeFile(file, 'title\n');
    const id = '65f000000000000000000001';
    for (const args of [
      ['runs', 'list'],
      ['import', file, '--type', 'ticket'],
      ['files', 'get', id],
      ['files', 'get', id, '-o', join(folder, 'got')],
    ]) {
      const { settings, complained } = surroundings({ key: 'thk_x', url });
      assert.equal(await runCommandLine(args, settings), 1, args.join(' '));
      assert.match(complained(), /The connection broke before the answer was complete \(UND_ERR_SOCKET\)\. Before/);
    }
    await rm(folder, { recursive: true });
  });

  it('exits with 2 if a file cannot be written', async () => {
    const { url } = await serve((_, response) => void response.end('the file'));
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['files', 'get', '65f000000000000000000001', '-o', '/nowhere/got'], settings), 2);
    assert.match(complained(), /"\/nowhere\/got" cannot be written \(ENOENT\)/);
  });

  it('writes a file to standard output for -', async () => {
    const { url } = await serve((_, response) => void response.end('the file'));
    const { settings, printed } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['files', 'get', '65f000000000000000000001', '-o', '-'], settings), 0);
    assert.equal(printed(), 'the file');
  });

  it('refuses a question that is not JSON before it sends anything', async () => {
    const { settings, complained } = surroundings({ key: 'thk_x' });
    assert.equal(await runCommandLine(['ask', '{type: "ticket"}'], settings), 2);
    assert.match(complained(), /^The command line is invalid: <question>:1:2 is not JSON: /);
  });

  it('exits with 2 for an invalid value, a change without changes, or a missing secret', async () => {
    for (const [args, complaint] of [
      [['runs', 'list', '--status', 'fialed'], /Allowed choices are queued, running, /],
      [['workspaces', 'change', 'Flights'], /Nothing to change: add --name, /],
      [['login', '--email', 'ana@example.com'], /Password is missing: standard input ended/],
    ] as const) {
      const { settings, complained } = surroundings({ key: 'thk_x' });
      assert.equal(await runCommandLine(args, settings), 2, complained());
      assert.match(complained(), complaint);
    }
  });

  it('exits with 2 for an empty argument or path, for every verb', async () => {
    const { settings: any } = surroundings();
    const verbs = leaves(createProgram(any, everyVerb)).filter(
      ({ registeredArguments }) => registeredArguments.length > 0,
    );
    // An empty path once meant the working folder; run this in a temporary one.
    const [folder, before] = [await mkdtemp(join(tmpdir(), 'tallyhook-cli-')), process.cwd()];
    process.chdir(folder);
    try {
      for (const verb of verbs) {
        const path = [verb.name(), verb.parent!.name()].filter((name) => name !== 'tallyhook').reverse();
        const args = verb.registeredArguments.map(() => '');
        const needed = verb.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long!, 'a']);
        const { settings, complained } = surroundings({ key: 'thk_x', url: 'http://127.0.0.1:1' });
        assert.equal(await runCommandLine([...path, ...args, ...needed], settings), 2, path.join(' '));
        assert.match(
          complained(),
          /is empty\. Name one|"" is not a valid file name|value '' is invalid/,
          path.join(' '),
        );
      }
      for (const [args, message] of [
        [['test', folder, ''], 'The argument "folder|pattern" is empty. Name one, or leave it out.'],
        [['add', 'action', 'a', '--connector', ''], 'The value of --connector is empty. Name one, or leave it out.'],
        [['build', folder, '-o', ''], 'The value of --output is empty. Name one, or leave it out.'],
      ] as const) {
        const { settings, complained } = surroundings();
        assert.equal(await runCommandLine(args, settings), 2);
        assert.ok(complained().includes(message), complained());
      }
      assert.deepEqual(await readdir(folder), []);
    } finally {
      process.chdir(before);
      await rm(folder, { recursive: true });
    }
  });

  it('exits with 2 for a file that is not JSON, and names the line and column', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallyhook-cli-'));
    const file = join(folder, 'file.json');
    await writeFile(file, '{\n  "name": tru\n}');
    for (const args of [
      ['workflows', 'apply', file],
      ['reports', 'apply', file, '--name', 'Open tickets'],
      ['connectors', 'release', file],
      ['diff', file, file],
    ]) {
      const { settings, complained } = surroundings({ key: 'thk_x' });
      assert.equal(await runCommandLine(args, settings), 2, complained());
      assert.ok(complained().includes(`${file}:2:11 is not JSON: `), complained());
    }
    await rm(folder, { recursive: true });
  });

  it('sends a session only to the address that issued it', async () => {
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
    assert.ok(complained().includes(`You are not logged in at ${url}`));
    assert.equal(asked, 0);
    await rm(folder, { recursive: true });
  });

  it('reports an answer that is not from Tallyhook', async () => {
    const { url } = await serve((_request, response) => response.end('<h1>Welcome to nginx</h1>'));
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['runs', 'list'], settings), 1);
    assert.match(complained(), /answered 200 with something that is not JSON\. Is this address Tallyhook's\?/);
  });

  it('reports an import as unfinished if its answer breaks off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallyhook-cli-'));
    const csv = join(folder, 'rows.csv');
    await writeFile(csv, 'a\n1\n');
    const { url } = await serve((request, response) => {
      request.resume().on('end', () => response.end('{"progress":{"rows":1}}\n'));
    });
    const { settings, complained } = surroundings({ key: 'thk_x', url });
    assert.equal(await runCommandLine(['import', csv, '--type', 'row'], settings), 1);
    assert.match(complained(), /The connection closed before the product reported the result for/);
    await rm(folder, { recursive: true });
  });

  it('names a file that cannot be read', async () => {
    const { settings, complained } = surroundings({ key: 'thk_x' });
    assert.equal(await runCommandLine(['import', '/nowhere/rows.csv', '--type', 'row'], settings), 2);
    assert.match(complained(), /The file \/nowhere\/rows\.csv cannot be read \(ENOENT\)/);
  });

  it('names the missing environment variable of a secret', async () => {
    const { settings, complained } = surroundings({ key: 'thk_x' });
    assert.equal(
      await runCommandLine(['accounts', 'link', 'github', '--field-from-env', 'token=GITHUB_TOKEN'], settings),
      2,
    );
    assert.match(complained(), /The environment variable GITHUB_TOKEN from .* is not set/);
  });
});
