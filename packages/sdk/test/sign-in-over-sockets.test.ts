import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  type AccountValues,
  compileConnector,
  type ConnectorPackage,
  createHttp,
  fetchToken,
  finishSignIn,
  type Http,
  makeAuthorizeAddress,
  makeSignInSecrets,
  parseRoutes,
  testAccount,
  withFreshToken,
} from '../src/index.ts';
import { type PracticeProcess, startPractice } from './practice-process.ts';

const client = { id: 'practice-client', secret: 'practice-secret' };
const redirectUrl = 'http://127.0.0.1:9/back';

/** Where each shipped connector signs in, the values a person gives, and whether its tokens are refreshed. */
const scenes: Record<string, { origins: string[]; account: AccountValues; refreshes: boolean }> = {
  slack: { origins: ['https://slack.com'], account: {}, refreshes: true },
  shopify: { origins: ['https://practice.myshopify.com'], account: { shop: 'practice' }, refreshes: true },
  notion: { origins: ['https://api.notion.com'], account: {}, refreshes: false },
  'google-sheets': {
    origins: [
      'https://accounts.google.com',
      'https://oauth2.googleapis.com',
      'https://openidconnect.googleapis.com',
      'https://www.googleapis.com',
      'https://sheets.googleapis.com',
    ],
    account: {},
    refreshes: true,
  },
};

describe('shipped connectors signing in at a strict server over real sockets', () => {
  let practice: PracticeProcess;
  let http: Http;

  before(async () => {
    practice = await startPractice(Object.keys(scenes));
    const routes = Object.entries(scenes).flatMap(([name, { origins }]) =>
      origins.map((origin) => `${origin}=${practice.services[name]!.url}`),
    );
    http = createHttp({ routes: parseRoutes(routes.join(',')) });
  });
  after(async () => {
    await http.close();
    await practice.stop();
  });

  /** Acts as the browser: opens the page, the person agrees, and the service redirects back. */
  async function agree(name: string, address: string): Promise<Record<string, string>> {
    const { pathname, search } = new URL(address);
    const response = await fetch(practice.services[name]!.url + pathname + search, { redirect: 'manual' });
    assert.equal(response.status, 302, await response.text());
    return Object.fromEntries(new URL(response.headers.get('location')!).searchParams);
  }

  async function signIn(name: string): Promise<{ released: ConnectorPackage; account: AccountValues }> {
    const released = compileConnector(join(import.meta.dirname, '../../connectors', name)).package!;
    const secrets = makeSignInSecrets();
    const call = { client, account: scenes[name]!.account, redirectUrl, ...secrets };
    const redirect = await agree(name, makeAuthorizeAddress(released, call));
    const outcome = await finishSignIn(released, { ...call, redirect }, { http, now: Date.now() });
    assert.equal(outcome.kind, 'done');
    return { released, account: outcome.account };
  }

  for (const [name, { refreshes }] of Object.entries(scenes)) {
    it(`${name}: gets a token that its requests can use`, async () => {
      const { released, account } = await signIn(name);
      assert.equal(typeof account['accessToken'], 'string');
      assert.equal((await testAccount(released, { account, http }))?.status, 200);
    });

    if (!refreshes) continue;
    it(`${name}: refreshes the token once for twenty concurrent calls`, async () => {
      const { released, account } = await signIn(name);
      let kept: AccountValues = { ...account, expiresAt: 1 };
      let last: Promise<unknown> = Promise.resolve();
      const saved: unknown[] = [];
      const keeper = {
        read: async () => kept,
        save: async (values: AccountValues) => {
          kept = values;
          saved.push(values['accessToken']);
        },
        alone: <T>(work: () => Promise<T>): Promise<T> => {
          const done = last.then(work);
          last = done.catch(() => undefined);
          return done;
        },
      };
      assert.equal(typeof account['refreshToken'], 'string');
      const options = { keeper, client, http, now: () => Date.now() };
      const call = () =>
        withFreshToken(released, options, (values) => testAccount(released, { account: values, http }));
      const answers = await Promise.all(Array.from({ length: 20 }, call));
      assert.deepEqual([answers.filter((answer) => answer?.status === 200).length, saved.length], [20, 1]);
      assert.notEqual(kept['accessToken'], account['accessToken']);
    });
  }

  it('slack: reports why a code cannot be used twice', async () => {
    const released = compileConnector(join(import.meta.dirname, '../../connectors/slack')).package!;
    const { verifier } = makeSignInSecrets();
    const grant = { kind: 'code', code: 'used-before', redirectUrl, verifier } as const;
    await assert.rejects(fetchToken(released, grant, { client, account: {} }, { http, now: 0 }), {
      class: 'auth',
      message: /^Slack answered 200 but reported a failure \(response\.body\.ok\): invalid_code$/,
    });
  });
});
