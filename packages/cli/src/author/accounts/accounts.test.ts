import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import type { Settings } from '../../settings.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { type RunningMock, startMock } from '../mock/start-mock.ts';
import { routesText } from '../mock/mock.ts';
import { type Ended, runCommand } from '../run-command.ts';

const shipped = join(import.meta.dirname, '../../../../connectors');
const token = 'canary-token-4711';

describe('accounts of authors', () => {
  let home: string;
  let routes: string;
  beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'tallyhook-accounts-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  const settings = (): Partial<Settings> => ({
    sessionFile: join(home, 'settings/session.json'),
    environment: { TALLYHOOK_ROUTES: routes },
  });
  const run = (args: string[], changes: Partial<Settings> = {}): Promise<Ended> =>
    runCommand(args, { ...settings(), ...changes });
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

    it('are tried and kept in a file that only its owner can read, and never printed', async () => {
      const { code, out, err } = await login(token);
      assert.deepEqual([code, out, err], [0, 'octo, octo there: kept as "default"\n', '']);
      assert.equal(statSync(file()).mode & 0o777, 0o600);
      assert.ok(readFileSync(file(), 'utf8').includes(token));
      const listed = await run(['accounts', 'list', '--local']);
      assert.match(listed.out, /^github +default +owner, token$/m);
      assert.ok(!(listed.out + (await run(['accounts', 'list', '--local', '--json'])).out).includes(token));
    });

    it('are not kept where the service refuses them', async () => {
      const { code, err } = await login('another-token');
      assert.equal(code, 1);
      assert.match(err, /The account does not work: api\.github\.com answered 401/);
      assert.ok(!err.includes('another-token'));
      assert.match((await run(['accounts', 'list', '--local', '--json'])).out, /^\[\]$/m);
    });

    it('serve run, record and a test by their name', async () => {
      await login(token, '--name', 'bot');
      const tried = await run(['accounts', 'test', folder, '--account', 'bot', '--json']);
      assert.deepEqual(JSON.parse(tried.out), { label: 'octo', externalId: 'octo', tested: true });
      const input = JSON.stringify({ owner: 'octo', repository: 'hello-world', number: 7, body: 'Hello' });
      const call = ['comment-on-issue', '--connector', folder, '--input', input];
      assert.equal((await run(['run', ...call, '--account', 'bot'])).code, 0);
      const misspelt = await run(['run', ...call, '--account', 'bott']);
      assert.deepEqual([misspelt.code, /Did you mean "bot"\?/.test(misspelt.err)], [1, true]);
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

    /** Logs in as a person does who allows everything. */
    async function login(...args: string[]): Promise<Ended> {
      const errors = new PassThrough();
      const running = run(['accounts', 'login', folder, '--client-id', 'c', '--client-secret', '-', ...args], {
        input: Readable.from(['canary-client-secret\n']),
        errors,
      });
      const [said] = await Promise.race([once(errors, 'data') as Promise<[Buffer]>, running.then(({ err }) => [err])]);
      const address = new URL(/https:\S+/.exec(said.toString())![0]);
      const page = await fetch(`${mock.url}${address.pathname}${address.search}`, { redirect: 'manual' });
      const back = await fetch(page.headers.get('location')!);
      assert.match(await back.text(), /go back to the terminal/);
      return running;
    }

    it('are signed in through a loopback redirect with PKCE', async () => {
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

    it('refresh their token, and keep the new one, whose refresh token serves once', async () => {
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
      assert.equal(count(after.accessToken) - count(before.accessToken), 2, 'three at a time refresh once');
      assert.equal((await run(['run', 'me', '--connector', folder])).code, 0);
    });

    it('need no browser where somebody has a token already', async () => {
      const { code, out } = await run(
        ['accounts', 'login', folder, '--field', 'accessToken=-', '--field', 'team=mine'],
        {
          input: Readable.from([`${token}\n`]),
        },
      );
      assert.deepEqual([code, out], [0, 'Team mine, mine there: kept as "default"\n']);
      const unknown = await run(['accounts', 'login', folder, '--field', 'tema=mine']);
      assert.deepEqual([unknown.code, /its fields: none/.test(unknown.err)], [1, true], unknown.err);
    });

    it('are refused without a client, and a client secret without its id', async () => {
      const none = await run(['accounts', 'login', folder]);
      assert.deepEqual([none.code, /no client for "Fern"/.test(none.err)], [1, true], none.err);
      const secret = await run(['accounts', 'login', folder, '--client-secret', 'x']);
      assert.deepEqual([secret.code, /--client-secret needs --client-id/.test(secret.err)], [1, true]);
    });
  });
});

function writeFern(folder: string): void {
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
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  }
}
