import assert from 'node:assert/strict';
import type { OAuthSignIn } from '@tallyhook/schemas';
import { client, oauthPackage } from '../../test/token-service.ts';
import { challengeOf, makeAuthorizeAddress } from './authorize-address.ts';
import { makeSignInSecrets } from './sign-in-secrets.ts';
import { buildTokenRequest, type TokenGrant } from './token-request.ts';

const sent = { redirectUrl: 'https://hook.example.net/linked', state: 'state-1', verifier: 'v'.repeat(43) };

function addressOf(signIn: Partial<OAuthSignIn>, account = { shop: 'fern' }): URL {
  return new URL(makeAuthorizeAddress(oauthPackage(signIn), { client, account, ...sent }));
}

describe('authorization address', () => {
  it('names the client and scopes and binds the code with PKCE', () => {
    assert.deepEqual(Object.fromEntries(addressOf({}).searchParams), {
      response_type: 'code',
      client_id: 'the-client',
      redirect_uri: sent.redirectUrl,
      scope: 'read write',
      state: 'state-1',
      code_challenge: challengeOf(sent.verifier),
      code_challenge_method: 'S256',
    });
  });

  it('contains the digest of RFC 7636 appendix B, never the verifier or secret', () => {
    assert.equal(
      challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
    assert.ok(!/canary|vvvv/.test(addressOf({}).href));
  });

  it('may use other names, more parameters, another separator and no PKCE', () => {
    const authorize = {
      url: 'https://login.example.org/authorize?v=2',
      names: { client_id: 'client_key' },
      parameters: { response_type: null, access_type: 'offline', user_scope: '{{scope}}', hint: '{{account.none}}' },
    };
    const address = addressOf({ authorize, pkce: false, scopeSeparator: ',' });
    assert.equal(
      address.search,
      '?v=2&client_key=the-client&redirect_uri=https%3A%2F%2Fhook.example.net%2Flinked&scope=read%2Cwrite&state=state-1&access_type=offline&user_scope=read%2Cwrite',
    );
  });

  it('encodes the space between scopes as %20', () => {
    assert.match(addressOf({}).search, /scope=read%20write/);
  });

  it('may contain account input in its host and path only', () => {
    const authorize = { url: 'https://{{account.shop}}.example.com/{{account.shop}}/authorize' };
    assert.equal(addressOf({ authorize }).host, 'fern.example.com');
    assert.equal(addressOf({ authorize }).pathname, '/fern/authorize');
    for (const shop of ['evil.org/', 'evil.org#', 'a@evil.org', 'evil.org\\', '..', '', 'evil.org:80/x']) {
      assert.throws(() => addressOf({ authorize }, { shop }), { name: 'ActionError' }, shop);
    }
  });

  it('is refused if a value supplies an undeclared host', () => {
    const authorize = { url: 'https://{{account.shop}}/authorize' };
    assert.throws(() => addressOf({ authorize }, { shop: 'evil.org' }), /is not a host where the connector signs in/);
    assert.equal(addressOf({ authorize }, { shop: 'api.example.com' }).host, 'api.example.com');
  });
});

describe('random values', () => {
  it('differ each time and are long enough', () => {
    const [one, other] = [makeSignInSecrets(), makeSignInSecrets()];
    assert.notEqual(one.state, other.state);
    assert.notEqual(one.verifier, other.verifier);
    assert.match(one.verifier, /^[\w-]{43,128}$/);
  });
});

describe('token request', () => {
  const code: TokenGrant = { kind: 'code', code: 'c-1', redirectUrl: sent.redirectUrl, verifier: sent.verifier };

  function requestOf(signIn: Partial<OAuthSignIn>, grant: TokenGrant = code, account: Record<string, string> = {}) {
    const request = buildTokenRequest(oauthPackage(signIn), grant, {
      client,
      account: { shop: 'fern', ...account },
      redirect: { region: 'eu' },
    });
    const { method, url, headers } = request;
    return { method, url, headers, body: request.body?.toString('utf8') };
  }

  it('is a form with the client in its parameters', () => {
    const { method, url, headers, body } = requestOf({});
    assert.deepEqual([method, url], ['POST', 'https://login.example.org/token']);
    assert.deepEqual(headers, { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' });
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      grant_type: 'authorization_code',
      code: 'c-1',
      redirect_uri: sent.redirectUrl,
      code_verifier: sent.verifier,
      client_id: client.id,
      client_secret: client.secret,
    });
  });

  it('may be JSON, use Basic for the client and have headers', () => {
    const token = {
      url: 'https://login.example.org/token',
      client: 'basic',
      format: 'json',
      headers: { 'X-Version': '3', accept: 'text/plain' },
      parameters: { redirect_uri: null, expiring: 1, region: '{{redirect.region}}' },
    } as const;
    const { headers, body } = requestOf({ token, pkce: false });
    assert.equal(
      headers['Authorization'],
      `Basic ${Buffer.from('the-client:canary-client%2Fsecret').toString('base64')}`,
    );
    assert.equal(headers['accept'], 'text/plain');
    assert.equal(headers['X-Version'], '3');
    assert.equal(headers['Content-Type'], 'application/json');
    assert.deepEqual(JSON.parse(body!), { grant_type: 'authorization_code', code: 'c-1', expiring: 1, region: 'eu' });
  });

  it('may rename parameters and take the client from the account', () => {
    const token = { url: 'https://login.example.org/token', names: { client_id: 'client_key', code: 'auth_code' } };
    const own = { id: '{{account.id}}', secret: '{{account.key}}' };
    const { body } = requestOf({ token, client: own }, code, { id: 'mine', key: 'my-key' });
    const parameters = new URLSearchParams(body);
    assert.deepEqual(
      ['client_key', 'client_secret', 'auth_code', 'client_id', 'code'].map((name) => parameters.get(name)),
      ['mine', 'my-key', 'c-1', null, null],
    );
  });

  it('never contains the credential of other requests', () => {
    const carry = { in: 'header', name: 'X-Access-Token', value: '{{account.accessToken}}' } as const;
    const request = requestOf({ carry }, code, { accessToken: 'canary-old-token' });
    assert.ok(!JSON.stringify(request).includes('canary-old-token'));
  });

  it('goes to the host kept from the redirect if it is declared', () => {
    const token = { url: 'https://{{account.shop}}.example.com/token' };
    assert.equal(requestOf({ token }).url, 'https://fern.example.com/token');
    assert.throws(() => requestOf({ token }, code, { shop: 'evil.org/' }), { name: 'ActionError' });
  });

  it('for client credentials contains scopes and more parameters', () => {
    const token = { url: 'https://login.example.org/token', parameters: { audience: 'https://api.example.com' } };
    const { body } = requestOf({ grant: 'clientCredentials', token }, { kind: 'clientCredentials' });
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      grant_type: 'client_credentials',
      scope: 'read write',
      client_id: client.id,
      client_secret: client.secret,
      audience: 'https://api.example.com',
    });
  });

  it('fails if neither the installation nor the account has a client', () => {
    assert.throws(
      () => buildTokenRequest(oauthPackage(), code, { account: {} }),
      /^ActionError: this installation has no client for "Tracker" \(tracker\): register one at the service$/,
    );
  });

  describe('for a refresh', () => {
    it('equals the token request with the refresh token and without its extra parameters', () => {
      const token = { url: 'https://login.example.org/token', client: 'basic', parameters: { once: 'x' } } as const;
      const { headers, body } = requestOf({ token }, { kind: 'refresh' }, { refreshToken: 'r-1' });
      assert.match(headers['Authorization']!, /^Basic /);
      assert.equal(body, 'grant_type=refresh_token&refresh_token=r-1');
    });

    it('may have its own address, method and parameters, and use the access token', () => {
      const refresh = {
        url: 'https://graph.example.com/refresh',
        method: 'GET',
        client: 'none',
        with: 'accessToken',
        names: { access_token: 'fb_exchange_token' },
        parameters: { grant_type: 'ig_refresh_token', scope: '{{scope}}' },
      } as const;
      const { method, url, body } = requestOf({ refresh }, { kind: 'refresh' }, { accessToken: 'a-1' });
      assert.deepEqual(
        [method, url, body],
        [
          'GET',
          'https://graph.example.com/refresh?fb_exchange_token=a-1&grant_type=ig_refresh_token&scope=read+write',
          undefined,
        ],
      );
    });

    it('requires a token to refresh with', () => {
      assert.throws(() => requestOf({}, { kind: 'refresh' }), /the account has nothing to refresh its token with/);
    });
  });
});
