import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPerson } from '@tallyhook/store/people';
import { Provider } from 'oidc-provider';
import { startServer } from '../src/server.ts';
import { createApp } from '../src/app.ts';
import { createDependencies } from '../src/dependencies.ts';
import { assertProblem, send, startService, type Service } from './start-service.ts';

const settings = { clientId: 'tallyhook', clientSecret: 'a secret of the provider', name: 'Example' };

interface Account {
  subject: string;
  email: string;
  isVerified?: boolean;
}

/** Signing in at a certified OpenID Connect provider, over real HTTP. */
describe('signing in with OpenID Connect', () => {
  let service: Service;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let url: string;
  let stop: () => Promise<void>;

  before(async () => {
    service = await startService();
    // The provider must know our address, and we must know the provider's.
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    provider = await startProvider(`${url}/api/sign-in/oidc/callback`);
    const oidc = { ...settings, issuer: provider.issuer };
    const server = await startServer(createApp(createDependencies({ ...service.deps, baseUrl: url, oidc })), { port });
    stop = () => server.stop();
    for (const email of ['ann@example.com', 'bob@example.com', 'cy@example.com'])
      await createPerson(service.store, {
        email,
        name: email,
        password: 'velvet lantern orchard',
        now: new Date(),
        by: 'system',
      });
  });
  after(async () => {
    await stop?.();
    await provider?.stop();
    await service?.stop();
  });

  /** Signs in as a browser would; the returned cookies belong to that browser. */
  const signIn = async (account: Account, to = '/reports?branch=next') => {
    const browser = createBrowser();
    const started = await browser(`${url}/api/sign-in/oidc?to=${encodeURIComponent(to)}`);
    assert.equal(started.status, 302);
    const back = await provider.signIn(account, started.headers.get('location')!, browser);
    return { browser, back };
  };
  const finished = async (account: Account, to?: string) => {
    const { browser, back } = await signIn(account, to);
    const answered = await browser(back);
    assert.equal(answered.status, 302, await answered.text());
    return { browser, back, to: answered.headers.get('location') };
  };
  const sessionOf = async (browser: Browser) => (await browser(`${url}/api/session`)).status;

  it('is offered by name if it is set up, and otherwise not found', async () => {
    assert.deepEqual(await (await fetch(`${url}/api/sign-in`)).json(), { oidc: { name: 'Example' } });
    assert.deepEqual((await send(service, 'GET', '/api/sign-in')).body, { oidc: null });
    assertProblem(await send(service, 'GET', '/api/sign-in/oidc'), 404, 'not_found');
    assertProblem(await send(service, 'GET', '/api/sign-in/oidc/callback?code=1'), 404, 'not_found');
  });

  it('opens a session for the person with the verified email, and the page they came from', async () => {
    const { browser, to } = await finished({ subject: 'ann-1', email: 'Ann@Example.com' });
    assert.equal(to, '/reports?branch=next');
    const session = (await (await browser(`${url}/api/session`)).json()) as { person: { email: string } };
    assert.equal(session.person.email, 'ann@example.com');
  });

  it('knows the person by their identity afterwards: a new email still opens it, a new identity with the email does not', async () => {
    await finished({ subject: 'bob-1', email: 'bob@example.com' });
    const renamed = await finished({ subject: 'bob-1', email: 'robert@example.com' });
    assert.equal(await sessionOf(renamed.browser), 200);
    const other = await finished({ subject: 'bob-2', email: 'bob@example.com' });
    assert.equal(other.to, '/?sign-in=unknown');
    assert.equal(await sessionOf(other.browser), 401);
  });

  it('creates nobody, and does not believe an email that the provider did not verify', async () => {
    const unknown = await finished({ subject: 'zed', email: 'zed@example.com' });
    assert.equal(unknown.to, '/?sign-in=unknown');
    const unverified = await finished({ subject: 'cy', email: 'cy@example.com', isVerified: false });
    assert.equal(unverified.to, '/?sign-in=unverified');
    assert.equal(await sessionOf(unverified.browser), 401);
  });

  it('works only in the browser that started it, once', async () => {
    const { browser, back } = await signIn({ subject: 'ann-1', email: 'ann@example.com' });
    const stranger = createBrowser();
    assert.equal((await stranger(back)).headers.get('location'), '/?sign-in=expired');
    // A stranger who leads somebody to their own sign-in does not sign them in as the stranger.
    const victim = createBrowser();
    await victim(`${url}/api/sign-in/oidc`);
    assert.equal((await victim(back)).headers.get('location'), '/?sign-in=failed');
    assert.equal(await sessionOf(victim), 401);
    assert.equal((await browser(back)).headers.get('location'), '/reports?branch=next');
    assert.equal((await browser(back)).headers.get('location'), '/?sign-in=expired');
  });

  it('leads only to own pages, and says when the person or the provider declined', async () => {
    for (const to of ['//evil.example', 'https://evil.example', String.raw`/\evil.example`, '/%0d%0aX: 1'])
      assert.match((await finished({ subject: 'ann-1', email: 'ann@example.com' }, to)).to ?? '', /^\/($|[^/\\])/, to);
    const browser = createBrowser();
    const started = await browser(`${url}/api/sign-in/oidc`);
    const state = new URL(started.headers.get('location')!).searchParams.get('state');
    const declined = `${url}/api/sign-in/oidc/callback?error=access_denied&state=${state}&iss=${provider.issuer}`;
    assert.equal((await browser(declined)).headers.get('location'), '/?sign-in=declined');
  });

  it('never logs the secret, a code or a token', () => {
    assert.doesNotMatch(service.log.join(''), /a secret of the provider|id_token|[?&]code=[A-Za-z0-9_-]{20}/);
  });
});

type Browser = (address: string) => Promise<Response>;

/** Follows nothing by itself and keeps cookies per origin, as far as these services need it. */
function createBrowser(): Browser {
  const jar = new Map<string, string>();
  return async (address) => {
    const { origin } = new URL(address);
    const cookie = [...jar].filter(([key]) => key.startsWith(`${origin} `)).map(([, pair]) => pair);
    const response = await fetch(address, { redirect: 'manual', headers: { cookie: cookie.join('; ') } });
    for (const one of response.headers.getSetCookie()) {
      const pair = one.split(';')[0]!;
      const key = `${origin} ${pair.split('=')[0]}`;
      if (/expires=Thu, 01 Jan 1970/i.test(one)) jar.delete(key);
      else jar.set(key, pair);
    }
    return response;
  };
}

/** A provider that signs in the account which the test names. */
async function startProvider(redirectUri: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: settings.clientId, client_secret: settings.clientSecret, redirect_uris: [redirectUri] }],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the cookies in this test'] },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => {
        const { email, isVerified = true } = accounts.get(subject)!;
        return { sub: subject, email, email_verified: isVerified };
      },
    }),
  });
  let next: Account | undefined;
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const finish = async () => {
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: next!.subject, clientId: String(params['client_id']) });
      grant.addOIDCScope('openid email profile');
      const consent = { grantId: await grant.save() };
      await provider.interactionFinished(request, response, { login: { accountId: next!.subject }, consent });
    };
    finish().catch((error: Error) => response.writeHead(500).end(error.message));
  });
  return {
    issuer,
    /** Signs in and returns the address to which the provider sends the person back. */
    async signIn(account: Account, address: string, browser: Browser): Promise<string> {
      accounts.set(account.subject, account);
      next = account;
      for (let at = address, hops = 0; hops < 10; hops++) {
        const response = await browser(at);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${response.status} ${await response.text()}`);
        at = new URL(location, at).href;
        if (!at.startsWith(issuer)) return at;
      }
      throw new Error('The provider does not send the person back.');
    },
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
