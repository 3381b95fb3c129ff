import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import type { Settings } from '../../settings.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { type RunningMock, startMock } from '../mock/start-mock.ts';
import { routesText } from '../mock/mock.ts';
import { type Ended, runVerb } from '../../../test/run-verb.ts';

const shipped = join(import.meta.dirname, '../../../../connectors');
const token = 'canary-token-4711';

describe('tallyhook accounts, for authors', () => {
  let home: string;
  let routes: string;
  beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'tallyhook-accounts-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  const settings = (): Partial<Settings> => ({
    sessionFile: join(home, 'settings/session.json'),
    environment: { TALLYHOOK_ROUTES: routes },
  });
  const run = (args: string[], changes: Partial<Settings> = {}): Promise<Ended> =>
    runVerb(args, { ...settings(), ...changes });
  const file = (): string => join(home, 'settings/author-accounts.json');

  describe('with a token', () => {
    let github: PracticeService;
    const folder = join(shipped, 'github');
    before(async () => {
      github = await createPracticeService({ service: 'github', port: 0, token });
      routes = `https://api.github.com=${github.url}`;
    });
    after(() => github.close());

    const login = (given: string, ...args: string[]): Promise<Ended> =>
      run(['accounts', 'login', folder, '--field', 'owner=octo', '--field', 'token=-', ...args], {
        input: Readable.from([`${given}\n`]),
      });

    it('tests the account and saves it in a file that only its owner can read', async () => {
      const { code, out, err } = await login(token);
      assert.deepEqual([code, out, err], [0, 'octo, id octo: saved as "default"\n', '']);
      assert.equal(statSync(file()).mode & 0o777, 0o600);
      assert.ok(readFileSync(file(), 'utf8').includes(token));
      const listed = await run(['accounts', 'list', '--local']);
      assert.match(listed.out, /^github +default +owner, token$/m);
      assert.ok(!(listed.out + (await run(['accounts', 'list', '--local', '--json'])).out).includes(token));
    });

    it('does not save an account that the service refuses', async () => {
      const { code, err } = await login('another-token');
      assert.equal(code, 1);
      assert.match(err, /^The account does not work: api\.github\.com answered 401/);
      assert.ok(!err.includes('another-token'));
      assert.match((await run(['accounts', 'list', '--local', '--json'])).out, /^\[\]$/m);
    });

    it('reports an account that the service refuses in a test', async () => {
      const fields = ['--field', 'owner=octo', '--field', 'token=another-token'];
      const { code, err } = await run(['accounts', 'test', folder, ...fields]);
      assert.equal(code, 1);
      assert.match(err, /^The account does not work: api\.github\.com answered 401/);
    });

    it('names its own options when fields are missing', async () => {
      const { code, err } = await run(['accounts', 'login', folder]);
      assert.deepEqual([code, /--field name=-/.test(err), /accounts login`/.test(err)], [2, true, false], err);
    });

    it('finds a saved account by name in run and test', async () => {
      await login(token, '--name', 'bot');
      const tried = await run(['accounts', 'test', folder, '--account', 'bot', '--json']);
      assert.deepEqual(JSON.parse(tried.out), { label: 'octo', externalId: 'octo', tested: true });
      const input = JSON.stringify({ owner: 'octo', repository: 'hello-world', number: 7, body: 'Hello' });
      const call = ['comment-on-issue', '--connector', folder, '--input', input];
      assert.equal((await run(['run', ...call, '--account', 'bot'])).code, 0);
      const misspelt = await run(['run', ...call, '--account', 'bott']);
      assert.deepEqual([misspelt.code, /Did you mean "bot"\?/.test(misspelt.err)], [2, true]);
    });
  });

  describe('with OAuth 2', () => {
    let mock: RunningMock;
    let folder: string;
    before(async () => {
      const made = mkdtempSync(join(tmpdir(), 'tallyhook-fern-'));
      folder = made;
      writeFern(folder);
      const { package: released, fixtures } = compileOrFail(folder);
      mock = await startMock({ released, fixtures });
      routes = routesText(mock.routes);
    });
    after(async () => {
      await mock.close();
      rmSync(folder, { recursive: true });
    });

    /** Starts a login and approves it on the page; `back` is where the page redirects the browser. */
    async function allow({ from = folder, at = mock, args = [] as string[] } = {}): Promise<{
      running: Promise<Ended>;
      back: URL;
    }> {
      const errors = new PassThrough();
      const running = run(['accounts', 'login', from, '--client-id', 'c', '--client-secret', '-', ...args], {
        input: Readable.from(['canary-client-secret\n']),
        errors,
        environment: { TALLYHOOK_ROUTES: routesText(at.routes) },
      });
      const [printed] = await Promise.race([
        once(errors, 'data') as Promise<[Buffer]>,
        running.then(({ err }) => [err]),
      ]);
      assert.match(printed.toString(), /^Open this address in a browser and approve access within ten minutes:\n/);
      // If a route leads to the mock, the browser gets the mock's address.
      const address = /https?:\S+/.exec(printed.toString())![0];
      assert.ok(address.startsWith(`${at.url}/authorize?`), address);
      const page = await fetch(address, { redirect: 'manual' });
      return { running, back: new URL(page.headers.get('location')!) };
    }

    /** Logs in as a person who approves everything. */
    async function login(...args: string[]): Promise<Ended> {
      const { running, back } = await allow({ args });
      assert.match(await (await fetch(back)).text(), /Go back to the terminal/);
      return running;
    }

    it('signs in through a loopback redirect with PKCE', async () => {
      const { code, out } = await login('--json');
      assert.equal(code, 0, out);
      assert.deepEqual(JSON.parse(out), {
        connector: 'fern',
        name: 'default',
        label: 'Team mock',
        externalId: 'mock',
        tested: true,
      });
      const kept = JSON.parse(readFileSync(file(), 'utf8')) as {
        fern: { default: { values: Record<string, string> } };
      };
      assert.match(kept.fern.default.values['accessToken']!, /^mock-access-/);
      assert.match(kept.fern.default.values['refreshToken']!, /^mock-refresh-/);
    });

    it('keeps waiting after the redirect of another sign-in, and tells that browser', async () => {
      const { running, back } = await allow();
      for (const state of ['another', '']) {
        const wrong = new URL(back);
        wrong.searchParams.set('state', state);
        const answer = await fetch(wrong);
        assert.deepEqual([answer.status, /another sign-in/.test(await answer.text())], [400, true]);
      }
      const [none] = (await once(get({ host: back.hostname, port: back.port, path: '//' }), 'response')) as [
        IncomingMessage,
      ];
      assert.equal(none.resume().statusCode, 404, 'an invalid address');
      await fetch(back);
      assert.equal((await running).code, 0);
    });

    it('fails when the service denies access, and tells the browser', async () => {
      const { running, back } = await allow({ args: ['--json'] });
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
      assert.match(await (await fetch(back)).text(), /returned no code\. The terminal shows why/);
      const { code, out } = await running;
      assert.deepEqual([code, /Fern refused: access_denied/.test(out)], [1, true], out);
    });

    it('fails when the code is not valid, and tells the browser', async () => {
      const { running, back } = await allow();
      back.searchParams.set('code', 'another');
      assert.match(await (await fetch(back)).text(), /The sign-in failed\. The terminal shows why/);
      assert.equal((await running).code, 1);
    });

    it('signs in to the mock of an unchanged template and runs its action', async () => {
      const made = join(home, 'my-crm');
      assert.equal((await run(['init', made, '--template', 'oauth2'])).code, 0);
      const { package: released, fixtures } = compileOrFail(made);
      const own = await startMock({ released, fixtures });
      try {
        const { running, back } = await allow({ from: made, at: own });
        await fetch(back);
        const { code, out, err } = await running;
        assert.deepEqual([code, out], [0, 'Ada Lovelace, id u1: saved as "default"\n'], err);
        const called = await run(['run', 'create-contact', '--connector', made, '--input', '{"name":"Ada Lovelace"}'], {
          environment: { TALLYHOOK_ROUTES: routesText(own.routes) },
        });
        assert.equal(called.code, 0, called.err);
      } finally {
        await own.close();
      }
    });

    it('leaves out optional scopes, and an action that needs one says so before it sends anything', async () => {
      const made = join(home, 'my-crm');
      assert.equal((await run(['init', made, '--template', 'oauth2'])).code, 0);
      const change = (path: string, part: (json: Record<string, unknown>) => object): void => {
        const json = JSON.parse(readFileSync(join(made, path), 'utf8')) as Record<string, unknown>;
        writeFileSync(join(made, path), JSON.stringify({ ...json, ...part(json) }));
      };
      const optionalScopes = [{ scope: 'contacts.write', description: 'Create contacts' }];
      change('connector.json', ({ signIn }) => ({
        signIn: { ...(signIn as object), scopes: ['contacts.read'], optionalScopes },
      }));
      change('actions/create-contact.json', () => ({ scopes: ['contacts.write'] }));
      const { package: released, fixtures } = compileOrFail(made);
      const own = await startMock({ released, fixtures });
      const environment = { TALLYHOOK_ROUTES: routesText(own.routes) };
      const create = () =>
        run(['run', 'create-contact', '--connector', made, '--input', '{"name":"Ada Lovelace"}'], { environment });
      try {
        const without = await allow({ from: made, at: own, args: ['--scopes', ''] });
        await fetch(without.back);
        assert.equal((await without.running).code, 0);
        const refused = await create();
        assert.equal(refused.code, 1);
        assert.match(
          refused.err,
          /needs the permission "contacts\.write" \(Create contacts\) .* link the account again/,
        );
        const withAll = await allow({ from: made, at: own });
        await fetch(withAll.back);
        assert.equal((await withAll.running).code, 0);
        assert.equal((await create()).code, 0);
      } finally {
        await own.close();
      }
      const typed = await run(['accounts', 'login', made, '--client-id', 'c', '--client-secret', 's', '--scopes', 'a']);
      assert.match(typed.err, /"a" is not an optional scope of "My crm"\. It has contacts\.write/);
      const args = ['accounts', 'login', made, '--field', 'accessToken=x', '--scopes', 'contacts.write'];
      assert.deepEqual([(await run(args)).code], [2]);
    });

    describe('with several choices', () => {
      let choosing: string;
      let own: RunningMock;
      beforeEach(async () => {
        choosing = join(home, 'choosing');
        writeFern(choosing, { isChoosing: true });
        const { package: released, fixtures } = compileOrFail(choosing);
        own = await startMock({ released, fixtures });
      });
      afterEach(() => own.close());

      const keptSite = (): unknown =>
        (JSON.parse(readFileSync(file(), 'utf8')) as { fern: { default: { values: { site: unknown } } } }).fern.default
          .values.site;

      it('asks a person at a terminal, who signs in once', async () => {
        const input = Object.assign(new PassThrough(), { isTTY: true });
        const errors = new PassThrough();
        const shown: string[] = [];
        errors.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
        const args = ['accounts', 'login', choosing, '--client-id', 'c', '--client-secret', 'canary-client-secret'];
        const running = run(args, { input, errors, environment: { TALLYHOOK_ROUTES: routesText(own.routes) } });
        const until = async (pattern: RegExp): Promise<string> => {
          for (;;) {
            const found = pattern.exec(shown.join(''));
            if (found !== null) return found[0];
            await once(errors, 'data');
          }
        };
        const page = await fetch(await until(/https?:\S+/), { redirect: 'manual' });
        await fetch(page.headers.get('location')!);
        await until(/1 {2}North \(n\)\n {2}2 {2}South \(s\)\nWhich one, 1 to 2\? $/);
        input.write('3\n');
        await until(/Which one[^]*Which one, 1 to 2\? $/);
        input.write('2\n');
        const { code, out } = await running;
        assert.deepEqual([code, out], [0, 'Team mock, id mock: saved as "default"\n'], shown.join(''));
        assert.equal(keptSite(), 's');
      });

      it('takes the choice of a script, or says how to choose', async () => {
        const { running, back } = await allow({ from: choosing, at: own, args: ['--json'] });
        await fetch(back);
        const { code, out } = await running;
        assert.equal(code, 1);
        assert.match(out, /several choices: n \(North\), s \(South\)\. Log in again with --choose VALUE/);
        const chosen = await allow({ from: choosing, at: own, args: ['--choose', 'n'] });
        await fetch(chosen.back);
        assert.equal((await chosen.running).code, 0);
        assert.equal(keptSite(), 'n');
      });
    });

    it('saves values from the redirect and the token of a sign-in fixture', async () => {
      const zoho = join(home, 'zoho');
      writeZoho(zoho);
      const tested = await run(['test', zoho]);
      assert.equal(tested.code, 0, tested.out + tested.err);
      const { package: released, fixtures } = compileOrFail(zoho);
      const own = await startMock({ released, fixtures });
      try {
        const { running, back } = await allow({ from: zoho, at: own });
        assert.match(back.searchParams.get('code')!, /^mock-code-/);
        assert.equal(back.searchParams.getAll('state').length, 1);
        await fetch(back);
        const { code, out, err } = await running;
        assert.deepEqual([code, out], [0, 'accounts.zoho.example, id 7: saved as "default"\n'], err);
        const kept = JSON.parse(readFileSync(file(), 'utf8')) as { zoho: { default: { values: object } } };
        const { accounts, api } = kept.zoho.default.values as Record<string, string>;
        assert.deepEqual([accounts, api], ['accounts.zoho.example', 'api.zoho.example']);
      } finally {
        await own.close();
      }
    });

    it('refreshes the token once for parallel calls and saves the new one', async () => {
      await login();
      const read = (): { accessToken: string; refreshToken: string; expiresAt: number } =>
        (JSON.parse(readFileSync(file(), 'utf8')) as { fern: { default: { values: never } } }).fern.default.values;
      const before = read();
      for (let round = 0; round < 2; round++) {
        const text = readFileSync(file(), 'utf8').replace(/"expiresAt": \d+/, '"expiresAt": 1');
        writeFileSync(file(), text);
        const outcomes = await Promise.all([1, 2, 3].map(() => run(['accounts', 'test', folder])));
        assert.deepEqual(
          outcomes.map(({ code }) => code),
          [0, 0, 0],
          outcomes[0]!.err,
        );
      }
      const after = read();
      assert.notEqual(after.refreshToken, before.refreshToken);
      const count = (accessToken: string): number => Number(/\d+$/.exec(accessToken)![0]);
      assert.equal(count(after.accessToken) - count(before.accessToken), 2, 'three parallel tests refresh once');
      assert.equal((await run(['run', 'me', '--connector', folder])).code, 0);
    });

    it('needs no browser when a token is passed', async () => {
      const { code, out } = await run(
        ['accounts', 'login', folder, '--field', 'accessToken=-', '--field', 'team=mine'],
        {
          input: Readable.from(['test-token\n']),
        },
      );
      assert.deepEqual([code, out], [0, 'Team mine, id mine: saved as "default"\n']);
      const unknown = await run(['accounts', 'login', folder, '--field', 'tema=mine']);
      assert.deepEqual([unknown.code, /its fields: none/.test(unknown.err)], [2, true], unknown.err);
    });

    it('requires a client, and a client id with a client secret', async () => {
      const none = await run(['accounts', 'login', folder]);
      assert.equal(none.code, 2, none.err);
      assert.match(none.err, /No OAuth client for "Fern"\. .* --client-id and --client-secret/);
      const secret = await run(['accounts', 'login', folder, '--client-secret', 'x']);
      assert.deepEqual([secret.code, /--client-secret needs --client-id/.test(secret.err)], [2, true]);
    });
  });
});

function writeFern(folder: string, { isChoosing = false } = {}): void {
  const then = {
    request: { method: 'GET', path: '/sites' },
    choose: { list: 'response.body', label: '{{item.name}}', value: '{{item.id}}' },
    keep: { site: { value: '{{item.id}}' } },
  };
  const connector = {
    id: 'fern',
    name: 'Fern',
    version: '1.0.0',
    hosts: ['api.example.com'],
    signIn: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      scopes: ['read'],
      authorize: { url: 'https://auth.example.com/authorize' },
      token: { url: 'https://auth.example.com/token' },
      keep: { team: { value: '{{response.body.team.id}}' } },
      ...(isChoosing && { then: [then] }),
    },
    account: { fields: [], label: 'Team {{account.team}}', externalId: '{{account.team}}' },
    request: { baseUrl: 'https://api.example.com' },
    test: { method: 'GET', path: '/me' },
  };
  const action = {
    label: 'Me',
    input: { type: 'object', properties: {} },
    request: { method: 'GET', path: '/me' },
  };
  const sites = [
    ['actions/sites.json', { ...action, label: 'Sites', request: { method: 'GET', path: '/sites' } }],
    [
      'fixtures/sites.json',
      {
        ...{ kind: 'action', action: 'sites', input: {}, account: { accessToken: 'test-token' } },
        exchanges: [
          {
            request: { method: 'GET', url: 'https://api.example.com/sites' },
            response: {
              ...{ status: 200 },
              body: [
                { id: 'n', name: 'North' },
                { id: 's', name: 'South' },
              ],
            },
          },
        ],
        expect: {
          output: [
            { id: 'n', name: 'North' },
            { id: 's', name: 'South' },
          ],
        },
      },
    ],
  ] as const;
  const fixture = {
    kind: 'action',
    action: 'me',
    input: {},
    account: { accessToken: 'test-token' },
    exchanges: [
      { request: { method: 'GET', url: 'https://api.example.com/me' }, response: { status: 200, body: { id: 1 } } },
    ],
    expect: { output: { id: 1 } },
  };
  for (const [path, value] of [
    ['connector.json', connector],
    ['actions/me.json', action],
    ['fixtures/me.json', fixture],
    ...(isChoosing ? sites : []),
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  }
}

/** A service that names the token address in the redirect and the API address with the token. */
function writeZoho(folder: string): void {
  const connector = {
    id: 'zoho',
    name: 'Zoho',
    version: '1.0.0',
    hosts: ['{{account.accounts}}', '{{account.api}}'],
    signIn: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      authorize: { url: 'https://accounts.zoho.example/authorize' },
      token: { url: 'https://{{account.accounts}}/token' },
      keep: {
        accounts: { value: '{{redirect.accounts-server}}', hosts: ['accounts.zoho.example'] },
        api: { value: '{{response.body.api_domain}}', hosts: ['api.zoho.example'] },
      },
      carry: { in: 'header', name: 'Authorization', value: 'Zoho-oauthtoken {{account.accessToken}}' },
    },
    account: { fields: [], label: '{{account.accounts}}', externalId: '{{test.body.id}}' },
    request: { baseUrl: 'https://{{account.api}}' },
    test: { method: 'GET', path: '/me' },
  };
  const answered = (method: string, url: string, body: object, headers: object = {}): object => ({
    request: { method, url, headers },
    response: { status: 200, body },
  });
  const fixture = {
    kind: 'signIn',
    redirect: { code: 'test-code', location: 'us', 'accounts-server': 'https://accounts.zoho.example' },
    exchanges: [
      answered('POST', 'https://accounts.zoho.example/token', {
        access_token: 'test-access',
        api_domain: 'https://api.zoho.example',
      }),
      answered(
        'GET',
        'https://api.zoho.example/me',
        { id: 7 },
        {
          authorization: 'Zoho-oauthtoken test-access',
        },
      ),
    ],
    expect: { externalId: '7' },
  };
  mkdirSync(join(folder, 'fixtures'), { recursive: true });
  writeFileSync(join(folder, 'connector.json'), JSON.stringify(connector));
  writeFileSync(join(folder, 'fixtures/sign-in.json'), JSON.stringify(fixture));
}
