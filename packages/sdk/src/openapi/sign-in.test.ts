import assert from 'node:assert/strict';
import type { Connector } from '@tallyhook/schemas';
import { make, makeFromSwagger2, connectorOf, leftOut, get } from '../../test/make-from-openapi.ts';
import type { OpenApiWishes } from './connector-from-openapi.ts';

describe('sign-in from an OpenAPI document', () => {
  const signIn = (securitySchemes: object, security: object[], wishes: OpenApiWishes = {}): Connector =>
    connectorOf(make({ ...get([]), components: { securitySchemes }, security }, wishes));
  const key = (where: string, name: string): object => ({ type: 'apiKey', in: where, name });

  it('supports keys in headers, the query and cookies, passwords and tokens', () => {
    const cases: [object, Connector['signIn']][] = [
      [key('header', 'X-Key'), { kind: 'key', in: 'header', name: 'X-Key', value: '{{account.it}}' }],
      [key('query', 'key'), { kind: 'key', in: 'query', name: 'key', value: '{{account.it}}' }],
      [key('cookie', 'sid'), { kind: 'key', in: 'header', name: 'Cookie', value: 'sid={{account.it}}' }],
      [
        { type: 'http', scheme: 'Basic' },
        { kind: 'basic', username: '{{account.username}}', password: '{{account.password}}' },
      ],
      [
        { type: 'http', scheme: 'bearer' },
        { kind: 'bearer', token: '{{account.token}}' },
      ],
    ];
    for (const [scheme, expected] of cases) assert.deepEqual(signIn({ it: scheme }, [{ it: [] }]).signIn, expected);
  });

  const urls = {
    authorizationUrl: 'https://login.example.com/authorize',
    tokenUrl: 'https://login.example.com/token',
  };

  it('requests the OAuth 2 scopes that the operations need', () => {
    const flows = {
      implicit: { ...urls, scopes: {} },
      authorizationCode: { ...urls, scopes: { read: '', write: '', admin: '' } },
    };
    const {
      signIn: found,
      hosts,
      account: declared,
    } = signIn({ it: { type: 'oauth2', flows } }, [{ it: ['read', 'write'] }]);
    assert.deepEqual(found, {
      kind: 'oauth2',
      grant: 'authorizationCode',
      scopes: ['read', 'write'],
      authorize: { url: urls.authorizationUrl },
      token: { url: urls.tokenUrl },
    });
    assert.deepEqual([hosts, declared?.fields], [['api.example.com', 'login.example.com'], undefined]);
  });

  it('asks the account for the client with client credentials', () => {
    const flows = { clientCredentials: { tokenUrl: urls.tokenUrl, scopes: {} } };
    const { signIn: found, account: declared } = signIn({ it: { type: 'oauth2', flows } }, [{ it: [] }]);
    assert.equal(found.kind === 'oauth2' && found.grant, 'clientCredentials');
    assert.deepEqual(
      declared?.fields.map(({ name, secret }) => [name, secret]),
      [
        ['clientId', undefined],
        ['clientSecret', true],
      ],
    );
    assert.equal(declared?.label, '{{account.clientId}}');
  });

  it('falls back to a token if an OAuth 2 flow is not supported', () => {
    const scheme = { type: 'oauth2', flows: { implicit: { ...urls, scopes: {} } } };
    const made = make({ ...get([]), components: { securitySchemes: { it: scheme } }, security: [{ it: [] }] });
    assert.equal(connectorOf(made).signIn.kind, 'bearer');
    assert.match(leftOut(made)[0]!, /part of the sign-in "it": people link an account with an access token/);
  });

  it('says which OAuth 2 flows it does not use, and why', () => {
    const { authorizationUrl, tokenUrl } = urls;
    const notesOf = (flows: object): string[] => {
      const components = { securitySchemes: { it: { type: 'oauth2', flows } } };
      return leftOut(make({ ...get([]), components, security: [{ it: [] }] }));
    };
    const place = '#/components/securitySchemes/it/flows';
    const code = { authorizationUrl, tokenUrl, scopes: {} };
    const client = { tokenUrl, scopes: {} };
    assert.deepEqual(notesOf({ authorizationCode: code, clientCredentials: client }), [
      `${place}/clientCredentials  the flow clientCredentials of the sign-in "it": a connector signs in one way, and this one uses the flow authorizationCode`,
    ]);
    const relative = { ...code, authorizationUrl: '/authorize' };
    assert.deepEqual(notesOf({ authorizationCode: relative, clientCredentials: client }), [
      `${place}/authorizationCode  the flow authorizationCode of the sign-in "it": its authorizationUrl must be a full address, got "/authorize"`,
    ]);
    assert.deepEqual(notesOf({ clientCredentials: {}, password: client }).slice(1), [
      `${place}/clientCredentials  the flow clientCredentials of the sign-in "it": it has no tokenUrl`,
    ]);
    assert.deepEqual(notesOf({ authorizationCode: code, password: client }), [
      `${place}/password  the flow password of the sign-in "it": this flow is not supported`,
    ]);
  });

  it('says why a key is not supported', () => {
    const reasonOf = (scheme: object): string => {
      const securityDefinitions = { it: { type: 'apiKey', ...scheme } };
      return leftOut(makeFromSwagger2({ paths: { '/a': { get: {} } }, securityDefinitions }))[0]!;
    };
    const begin = '#/components/securitySchemes/it  the sign-in "it": ';
    assert.equal(
      reasonOf({ in: 'header', name: 'X Key' }),
      `${begin}the key name "X Key" is not supported; it may have only letters, digits, "_", "." and "-"`,
    );
    assert.equal(reasonOf({ in: 'header' }), `${begin}it does not name the key`);
    assert.equal(reasonOf({ in: 'body', name: 'key' }), `${begin}keys in "body" are not supported`);
  });

  it('sends both of two keys', () => {
    const connector = signIn({ id: key('header', 'X-Id'), key: key('header', 'X-Key') }, [{ id: [], key: [] }]);
    assert.deepEqual(
      [connector.signIn, connector.request?.headers],
      [{ kind: 'key', in: 'header', name: 'X-Id', value: '{{account.id}}' }, { 'X-Key': '{{account.key}}' }],
    );
  });

  it('sends both of two cookies in one header', () => {
    const cookies = { session: key('cookie', 'sid'), user: key('cookie', 'uid'), key: key('header', 'X-Key') };
    const value = 'sid={{account.session}}; uid={{account.user}}';
    const alone = signIn(cookies, [{ session: [], user: [] }]);
    assert.deepEqual(alone.signIn, { kind: 'key', in: 'header', name: 'Cookie', value });
    assert.equal(alone.request?.headers, undefined);
    const combined = signIn(cookies, [{ key: [], session: [], user: [] }]);
    assert.deepEqual(combined.request?.headers, { Cookie: value });
  });

  it('notes that a cookie always has the value stored in the account', () => {
    const schemes = { session: key('cookie', 'sid'), key: key('header', 'X-Key') };
    const of = (name: string): unknown[] =>
      make({ ...get([]), components: { securitySchemes: schemes }, security: [{ [name]: [] }] }).notes.filter(
        ({ kind }) => kind === 'loosened',
      );
    const reason = 'the cookie "sid" is sent in the header "Cookie", always with the value stored in the account';
    const pointer = '#/components/securitySchemes/session';
    assert.deepEqual(of('session'), [{ kind: 'loosened', pointer, reason }]);
    assert.deepEqual(of('key'), []);
  });

  it('uses either of two schemes that set the same header', () => {
    const schemes = { password: { type: 'http', scheme: 'basic' }, token: key('header', 'Authorization') };
    const both = [{ password: [], token: [] }];
    const connector = signIn(schemes, both);
    assert.deepEqual([connector.signIn.kind, connector.request?.headers], ['basic', undefined]);
    assert.equal(signIn(schemes, both, { signIn: 'token' }).signIn.kind, 'key');
    const paths = { '/a': { get: {} }, '/b': { get: { security: [{ token: [] }] } } };
    const made = make({ paths, components: { securitySchemes: schemes }, security: both });
    assert.equal(connectorOf(made).signIn.kind, 'key');
    assert.deepEqual(Object.values(made.actions), ['GET /a', 'GET /b']);
    assert.deepEqual(leftOut(made), [
      '#/components/securitySchemes/password  the sign-in "password": a connector signs in one way; choose the sign-in "password" to use this one',
    ]);
  });

  it('joins OAuth 2 schemes of one sign-in, and uses the code flow', () => {
    const { authorizationUrl, tokenUrl } = urls;
    const schemes = {
      Oauth2: { type: 'oauth2', flows: { implicit: { authorizationUrl, scopes: { read: '' } } } },
      Oauth2c: { type: 'oauth2', flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: { read: '' } } } },
      other: {
        type: 'oauth2',
        flows: { implicit: { authorizationUrl: 'https://other.example.com/authorize', scopes: {} } },
      },
    };
    const paths = {
      '/a': {
        get: {
          security: [
            { Oauth2: ['read'], Oauth2c: ['read'] },
            { Oauth2: ['all'], Oauth2c: ['all'] },
          ],
        },
      },
      '/b': { get: { security: [{ Oauth2: ['write'] }] } },
      '/c': { get: { security: [{ other: [] }] } },
    };
    for (const wishes of [{}, { signIn: 'Oauth2' }, { signIn: 'Oauth2c' }]) {
      const made = make({ paths, components: { securitySchemes: schemes } }, wishes);
      assert.deepEqual(connectorOf(made).signIn, {
        kind: 'oauth2',
        grant: 'authorizationCode',
        scopes: ['read', 'all', 'write'],
        authorize: { url: authorizationUrl },
        token: { url: tokenUrl },
      });
      assert.deepEqual(Object.values(made.actions), ['GET /a', 'GET /b']);
      assert.deepEqual(leftOut(made), [
        '#/components/securitySchemes/Oauth2/flows/implicit  the flow implicit of the sign-in "Oauth2c": this flow is not supported',
        '#/components/securitySchemes/other  the sign-in "other": a connector signs in one way; choose the sign-in "other" to use this one',
        '#/paths/~1c/get  GET /c: it requires the sign-in other',
      ]);
    }
  });

  it('is the scheme of most operations, and the other operations are left out', () => {
    const securitySchemes = { one: key('header', 'X-One'), two: key('header', 'X-Two'), tls: { type: 'mutualTLS' } };
    const paths = {
      '/a': { get: { security: [{ one: [] }] } },
      '/b': { get: { security: [{ two: [] }] } },
      '/c': { get: { security: [{ tls: [] }, { two: [] }] } },
      '/d': { get: { security: [] } },
    };
    const made = make({ paths, components: { securitySchemes } });
    assert.deepEqual(Object.values(made.actions), ['GET /b', 'GET /c', 'GET /d']);
    assert.deepEqual(leftOut(made), [
      '#/components/securitySchemes/tls  the sign-in "tls": "mutualTLS" is not supported',
      '#/components/securitySchemes/one  the sign-in "one": a connector signs in one way; choose the sign-in "one" to use this one',
      '#/paths/~1a/get  GET /a: it requires the sign-in one',
    ]);
    assert.deepEqual(Object.values(make({ paths, components: { securitySchemes } }, { signIn: 'one' }).actions), [
      'GET /a',
      'GET /d',
    ]);
  });

  it('is tested with a request for the current user', () => {
    const securitySchemes = { it: { type: 'http', scheme: 'bearer' } };
    const paths = { '/users/me': { get: {} }, '/pets': { get: {} } };
    const made = make({ paths, components: { securitySchemes }, security: [{ it: [] }] });
    assert.deepEqual(connectorOf(made).test, { method: 'GET', path: '/users/me' });
  });

  it('can be chosen if the document declares none', () => {
    assert.equal(signIn({}, [], { signIn: 'bearer' }).signIn.kind, 'bearer');
    const undescribed = { ...get([]), security: [{ api_key: [] }] };
    const tls = signIn({ tls: { type: 'mutualTLS' } }, [{ tls: [] }], { signIn: 'bearer' });
    assert.equal(tls.signIn.kind, 'bearer');
    assert.throws(() => make(undescribed), /None of the operations can become an action/);
    assert.equal(connectorOf(make(undescribed, { signIn: 'basic' })).signIn.kind, 'basic');
    assert.throws(() => signIn({}, [], { signIn: 'key' }), /has no supported sign-in "key"/);
  });
});
