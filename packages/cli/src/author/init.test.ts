import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionFixture, Connector, ConnectorAction, ConnectorWebhook, OAuthSignIn } from '@tallyhook/schemas';
import { type Ended, runVerb } from '../../test/run-verb.ts';
import { problemPattern } from './editor-files.ts';

const run = (...args: string[]): Promise<Ended> => runVerb(args);

/** A person on a terminal who types these lines and then ends the input. */
function terminal(lines: readonly string[]): PassThrough & { isTTY: boolean } {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.end(lines.map((line) => `${line}\n`).join(''));
  return input;
}

/** Checks and tests a connector as its author would; both must succeed. */
async function isSound(folder: string): Promise<void> {
  const validated = await run('validate', folder, '--json');
  const { connectors } = JSON.parse(validated.out) as { connectors: { problems: unknown[] }[] };
  assert.deepEqual(connectors[0]!.problems, []);
  const tested = await run('test', folder);
  assert.equal(tested.code, 0, tested.out + tested.err);
  assert.match(tested.out, /\d passed/);
}

describe('tallyhook init', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-init-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('lists every file it creates, including those for editors', async () => {
    const folder = join(home, 'my-crm');
    const named = (await run('init', folder)).out.split('\n\n')[0]!.split('\n');
    const made = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    assert.deepEqual(named.sort(), made.sort());
  });

  it('removes accents from the folder name to get the id', async () => {
    const folder = join(home, 'Übungs-Café');
    assert.equal((await run('init', folder)).code, 0);
    assert.equal(JSON.parse(readFileSync(join(folder, 'connector.json'), 'utf8')).id, 'ubungs-cafe');
  });

  it('quotes a folder with a space in the next commands', async () => {
    const folder = join(home, "Ana's CRM");
    const { next } = JSON.parse((await run('init', folder, '--json')).out) as { next: string[] };
    assert.equal(next[0], `tallyhook validate '${join(home, "Ana'\\''s CRM")}'`);
  });

  for (const template of ['key', 'oauth2', 'webhook', 'upload']) {
    it(`creates a connector from the template ${template} that passes validate and test`, async () => {
      const folder = join(home, 'my-crm');
      const { code, out, err } = await run('init', folder, '--template', template, '--name', 'My "CRM"');
      assert.equal(code, 0, err);
      assert.match(out, /connector\.json/);
      const { id, name } = JSON.parse(readFileSync(join(folder, 'connector.json'), 'utf8')) as Record<string, string>;
      assert.deepEqual([id, name], ['my-crm', 'My "CRM"']);
      assert.ok(readdirSync(join(folder, 'fixtures')).length >= 2);
      assert.ok(existsSync(join(folder, 'icon.svg')));
      assert.match(readFileSync(join(folder, 'README.md'), 'utf8'), /^# My "CRM"\n/);
      await isSound(folder);
    });
  }

  it('asks a few questions on a terminal, again if it does not understand, and writes the answers', async () => {
    const folder = join(home, 'my-crm');
    const answers = ['Acme', 'acme', 'https://api.acme.example/v2/', 'token', 'bearer', '2', 'ed25519', '3'];
    const { code, err } = await runVerb(['init', folder], { input: terminal(answers) });
    assert.equal(code, 0, err);
    const asked = err.split('\n').filter((line) => /(\?|must be|Answer with)/.test(line));
    assert.deepEqual(
      asked.map((line) => line.replace(/^.*?(?=How|Does|"acme"|Answer)/, '')),
      [
        '"acme" must be an address such as https://api.example.com/v1, without a query.',
        'How does one sign in?',
        'Answer with a number from 1 to 7, or with one of key, key-in-query, bearer, basic, oauth2, client-credentials, none.',
        'Does it send webhooks, and where does each have its id?',
        'How does it sign its webhooks?',
        'Does an action send a file?',
      ],
    );
    const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
    const { name, hosts, request, signIn } = read('connector.json') as Connector;
    assert.deepEqual(
      [name, hosts, request?.baseUrl, signIn.kind],
      ['Acme', ['api.acme.example'], 'https://api.acme.example/v2', 'bearer'],
    );
    const { deliveryId, signature } = read('webhooks/events.json') as ConnectorWebhook;
    assert.deepEqual([deliveryId, signature?.algorithm], ['{{event.headers.x-delivery-id}}', 'ed25519']);
    assert.equal((read('actions/upload-file.json') as ConnectorAction).upload?.send, 'form');
    await isSound(folder);
  });

  it('asks only what no option answers, and nothing with --yes', async () => {
    const [some, none] = [join(home, 'some'), join(home, 'none')];
    const options = ['--name', 'Some', '--sign-in', 'basic', '--webhooks', 'none', '--file', 'body'];
    const { code, err } = await runVerb(['init', some, ...options], { input: terminal(['']) });
    assert.deepEqual([code, err.match(/\[.*?\]: /g)], [0, ['[https://api.example.com/v1]: ']], err);
    await isSound(some);
    assert.deepEqual(await runVerb(['init', none, '--yes'], { input: terminal([]) }), {
      ...(await run('init', join(home, 'other/none'))),
      out: (await run('init', join(home, 'third/none'))).out.replaceAll('third/none', 'none'),
    });
    assert.equal((await runVerb(['init', join(home, 'ended')], { input: terminal(['Acme']) })).code, 2);
    assert.ok(!existsSync(join(home, 'ended')));
  });

  it('takes every answer from options', async () => {
    const folder = join(home, 'my-crm');
    const api = ['--base-url', 'https://crm.example.org/api', '--sign-in', 'oauth2', '--file', 'pieces'];
    const hooks = ['--webhooks', 'no-id', '--signature', 'hmac-sha256'];
    const { code, err } = await run('init', folder, ...api, ...hooks);
    assert.equal(code, 0, err);
    await isSound(folder);
  });

  it('refuses options that contradict each other, and an invalid address', async () => {
    for (const [options, message] of [
      [['--signature', 'ed25519'], /--signature needs --webhooks/],
      [['--template', 'key', '--sign-in', 'basic'], /cannot be used with option '--sign-in <kind>'/],
      [['--base-url', 'http://api.example.com'], /must be an address such as https:/],
      [['--base-url', 'https://{{account.shop}}.example.com'], /must be an address such as https:/],
    ] as const) {
      const { code, err } = await run('init', join(home, 'my-crm'), ...options);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  });

  it('starts from a curl command, without its credential', async () => {
    const folder = join(home, 'orders');
    const command = `curl https://api.shop.example/v1/orders -H 'Authorization: Bearer sk-4711-abcdef' -d '{"sku":"A1"}'`;
    const { code, out, err } = await run('init', folder, '--curl', command, '--name', 'Orders');
    assert.equal(code, 0, err);
    assert.match(out, /Taken from the header Authorization: a linked account has "[^"]+"\. The value was not kept\./);
    const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    assert.ok(!texts.join('').includes('sk-4711'));
    await isSound(folder);
    const read = await runVerb(['init', join(home, 'read'), '--curl', '-'], { input: Readable.from([command]) });
    assert.equal(read.code, 0, read.err);
    assert.equal((await run('init', join(home, 'wget'), '--curl', 'wget https://a.example')).code, 1);
  });

  it('refers to an existing schema in each file, for editors', async () => {
    const folder = join(home, 'my-crm');
    await run('init', folder, '--template', 'webhook');
    for (const path of ['connector.json', 'webhooks/events.json', 'fixtures/ping.json']) {
      const { $schema } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { $schema: string };
      assert.ok(existsSync(join(folder, path, '..', $schema)), $schema);
    }
  });

  it('adds a Visual Studio Code task that parses the output of validate', async () => {
    const folder = join(home, 'my-crm');
    await run('init', folder);
    const file = join(folder, 'actions/create-contact.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"method"', '"mehtod"'));
    const lines = (await run('validate', folder)).out.split('\n');
    const [, path, line, , code, warning, message] = problemPattern.exec(lines[0]!)!;
    assert.deepEqual([path, code, warning, message], [file, 'unknown_key', undefined, 'unknown key "mehtod"']);
    assert.match(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]!, /mehtod/);
    const tasks = readFileSync(join(folder, '.vscode/tasks.json'), 'utf8');
    const { regexp } = (JSON.parse(tasks) as { tasks: { problemMatcher: { pattern: { regexp: string } } }[] }).tasks[0]!
      .problemMatcher.pattern;
    assert.equal(regexp, problemPattern.source);
  });

  it('does not overwrite existing files', async () => {
    const folder = join(home, 'my-crm');
    await run('init', folder);
    const { code, err } = await run('init', folder, '--template', 'webhook');
    assert.equal(code, 1);
    assert.match(err, /Nothing was written because these files already exist: .*connector\.json/);
    assert.ok(!existsSync(join(folder, 'webhooks')));
  });

  it('reports a folder that cannot be created, or a file in its place', async function () {
    // In a separate process: a hang would otherwise block the tests.
    const init = (folder: string): [number | null, string] => {
      const main = join(import.meta.dirname, '../main.ts');
      const options = { encoding: 'utf8', timeout: 120_000 } as const;
      const { status, stderr } = spawnSync(process.execPath, [main, 'init', folder], options);
      return [status, stderr];
    };
    const file = join(home, 'file');
    writeFileSync(file, '');
    const [status, stderr] = init(join(file, 'my-crm'));
    assert.equal(status, 2);
    assert.match(stderr, /file\/my-crm\/[\w./-]+" cannot be written \(ENOTDIR\)/);
    if (!existsSync('/proc/self')) return this.skip();
    assert.deepEqual(
      [init('/proc/my-crm')].map(([code, text]) => [
        code,
        /"\/proc\/my-crm\/.+" cannot be written \(E\w+\)/.test(text),
      ]),
      [[2, true]],
    );
  });

  it('requires a valid id', async () => {
    const { code, err } = await run('init', join(home, '123'));
    assert.equal(code, 2);
    assert.match(err, /"123" is not a valid id; pass one with --id/);
    assert.equal((await run('init', join(home, 'a'), '--id', 'My CRM')).code, 2);
    assert.equal((await run('init', join(home, 'a'), '--template', 'keys')).code, 2);
  });
});

describe('tallyhook add', () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'tallyhook-add-'));
    folder = join(home, 'my-crm');
    await run('init', folder);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('adds actions, webhooks and fixtures that pass validate and test', async () => {
    for (const args of [
      ['action', 'find-contact'],
      ['webhook', 'events'],
      ['fixture', 'again', '--action', 'create-contact'],
      ['fixture', 'event-again', '--webhook', 'events'],
    ]) {
      const { code, out, err } = await run('add', ...args, '--connector', folder, '--json');
      assert.equal(code, 0, err);
      for (const file of (JSON.parse(out) as { files: string[] }).files) assert.ok(existsSync(file));
    }
    await isSound(folder);
  });

  it('generates deliveries with what the webhook reads, including lists and forms', async () => {
    for (const name of ['github', 'hubspot', 'slack', 'stripe', 'shopify']) {
      const source = join(import.meta.dirname, '../../../connectors', name);
      const copy = join(home, name);
      cpSync(source, copy, { recursive: true });
      const { code, err } = await run('add', 'fixture', 'made-up', '--webhook', 'events', '--connector', copy);
      assert.equal(code, 0, err);
      const { expect } = JSON.parse(readFileSync(join(copy, 'fixtures/made-up.json'), 'utf8')) as {
        expect: { kind: string };
      };
      assert.equal(expect.kind, 'events', name);
      await isSound(copy);
    }
  });

  it('generates the stored values of a sign-in, such as an allowed host, and an exchange', async () => {
    const shop = join(home, 'shop');
    await run('init', shop, '--template', 'oauth2');
    const file = join(shop, 'connector.json');
    const connector = JSON.parse(readFileSync(file, 'utf8')) as Connector & { signIn: OAuthSignIn };
    connector.hosts = ['{{account.apiHost}}', 'files.{{account.Site_id}}.example.com'];
    connector.request = { baseUrl: 'https://{{account.apiHost}}' };
    connector.signIn.keep = {
      apiHost: { value: '{{response.body.api_domain}}', hosts: ['*.example.com'] },
      Site_id: { value: '{{response.body.site}}' },
      partnerKey: { value: '{{response.body.partner}}', secret: true },
    };
    writeFileSync(file, JSON.stringify(connector));
    const deal = {
      label: 'Upload a deal',
      input: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      request: {
        method: 'POST',
        url: 'https://files.{{account.Site_id}}.example.com/deals',
        headers: { 'X-Partner': '{{account.partnerKey}}' },
        body: { json: { title: '{{title}}' } },
      },
    };
    writeFileSync(join(shop, 'actions/create-deal.json'), JSON.stringify(deal));
    for (const fixture of readdirSync(join(shop, 'fixtures'))) rmSync(join(shop, 'fixtures', fixture));
    for (const action of ['create-deal', 'create-contact'])
      assert.equal((await run('add', 'fixture', action, '--action', action, '--connector', shop)).err, '');
    const made = (name: string): ActionFixture =>
      JSON.parse(readFileSync(join(shop, 'fixtures', `${name}.json`), 'utf8')) as ActionFixture;
    const { account, exchanges, expect } = made('create-deal');
    assert.deepEqual(account, {
      ...account,
      accessToken: 'test-access-token',
      apiHost: 'api.example.com',
      Site_id: 'siteid',
      partnerKey: 'test-partnerKey',
    });
    assert.deepEqual(
      [exchanges.map(({ request }) => request.url), 'output' in expect],
      [['https://files.siteid.example.com/deals'], true],
    );
    assert.match(made('create-contact').exchanges[0]!.request.url, /^https:\/\/api\.example\.com\//);
    await isSound(shop);
  });

  it('adds no fixture if no request can be generated, and says why', async () => {
    const file = join(folder, 'actions/create-contact.json');
    const action = JSON.parse(readFileSync(file, 'utf8')) as ConnectorAction;
    action.input.properties = { path: { type: 'string', examples: ['a/b'] } };
    action.input.required = ['path'];
    action.request = { method: 'DELETE', path: '/contacts/{{path}}' };
    writeFileSync(file, JSON.stringify(action));
    for (const fixture of readdirSync(join(folder, 'fixtures'))) rmSync(join(folder, 'fixtures', fixture));
    const { code, err } = await run('add', 'fixture', 'x', '--action', 'create-contact', '--connector', folder);
    assert.equal(code, 1);
    assert.match(err, /No request of the action "create-contact" can be made up: .*contains "\/".*`tallyhook record`/s);
    assert.ok(!existsSync(join(folder, 'fixtures/x.json')));
  });

  it('suggests the nearest action for an unknown one, and refuses invalid names', async () => {
    const { code, err } = await run('add', 'fixture', 'x', '--action', 'create-contct', '--connector', folder);
    assert.equal(code, 2);
    assert.match(err, /no action "create-contct"\. Did you mean "create-contact"\?/);
    assert.equal((await run('add', 'fixture', 'x', '--connector', folder)).code, 2);
    assert.match(
      (await run('add', 'action', 'Find it', '--connector', folder)).err,
      /"Find it" is not a valid file name/,
    );
    assert.match((await run('add', 'action', 'a', '--connector', home)).err, /connector\.json is missing/);
  });

  it('says what to do if the connector has no host', async () => {
    const other = join(home, 'hooks-only');
    await run('init', other, '--template', 'webhook');
    const { code, err } = await run('add', 'action', 'find-contact', '--connector', other);
    assert.equal(code, 1);
    assert.match(err, /has no host yet\. Add one to hosts in connector\.json/);
  });
});
