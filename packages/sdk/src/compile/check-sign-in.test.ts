import assert from 'node:assert/strict';
import { oauthConnector } from '../../test/oauth-connector.ts';
import { soundConnector } from '../../test/sound-connector.ts';
import { compileConnector } from './compile-connector.ts';

/** The problems of the sound connector with another sign-in and other account fields. */
function problemsOf(signIn: object, fields: object[]): string[] {
  const connector = { ...(JSON.parse(soundConnector['connector.json']!) as object), signIn };
  const account = { fields: [{ name: 'shop', label: 'Shop' }, ...fields], label: 'A', externalId: '{{test.body.id}}' };
  const { problems } = compileConnector(
    new Map([['connector.json', JSON.stringify({ ...connector, account }, null, 2)]]),
  );
  return problems.map(({ pointer, code, hint }) => `${pointer} ${code} ${hint}`);
}

const open = { name: 'pw', label: 'P' };
const secret = { name: 'pw', label: 'P', secret: true };
const user = { name: 'user', label: 'User' };
const found = (index: number, name: string): string =>
  `#/account/fields/${index} secret_not_declared add "secret": true to "${name}"`;

const accessKey = {
  ...{ kind: 'aws4', service: 's3', region: 'eu-central-1' },
  ...{ accessKeyId: '{{account.user}}', secretAccessKey: '{{account.pw}}' },
};
const oauth = { kind: 'oauth2', grant: 'clientCredentials', token: { url: 'https://api.example.com/token' } };

describe('checks of the credential that a sign-in sends', () => {
  const rows: [title: string, signIn: object, fields: object[], ...expected: string[]][] = [
    ...['header', 'query'].map((place): [string, object, object[], string] => [
      `refuse a key in the ${place} that is not declared secret`,
      { kind: 'key', in: place, name: 'X-Key', value: 'k={{account.pw}}' },
      [open],
      found(1, 'pw'),
    ]),
    [
      'refuse a key at the start of the path',
      { kind: 'key', in: 'path', value: '/{{account.pw|url}}' },
      [open],
      found(1, 'pw'),
    ],
    [
      'refuse a secret access key, but not the other values',
      { ...accessKey, sessionToken: '{{account.token}}' },
      [user, open, { name: 'token', label: 'T' }],
      found(2, 'pw'),
      found(3, 'token'),
    ],
    [
      'refuse a written access key, also beside a region of the account',
      { ...accessKey, region: '{{account.shop}}', secretAccessKey: 'wJalrXUtnFEMIK7MDENG' },
      [user],
      '#/signIn/secretAccessKey credential_in_package make it an account field with "secret": true and write {{account.NAME}}; if it is not a secret, take it from an input, or from a field with another name and without "secret"',
    ],
    [
      'accept an access key whose token may be absent',
      { ...accessKey, sessionToken: '{{account.token}}' },
      [user, secret, { name: 'token', label: 'T', secret: true, optional: true }],
    ],
    [
      'warn of a secret key that may be absent',
      accessKey,
      [user, { ...secret, optional: true }],
      '#/signIn/secretAccessKey optional_needed remove "optional" from the field "pw"',
    ],
    ['refuse a token', { kind: 'bearer', token: '{{account.pw}}' }, [open], found(1, 'pw')],
    [
      'refuse a password, but not the user name',
      { kind: 'basic', username: '{{account.user}}', password: '{{account.pw}}' },
      [user, open],
      found(2, 'pw'),
    ],
    [
      'refuse a key used as the user name',
      { kind: 'basic', username: '{{account.pw}}', password: 'x' },
      [open],
      found(1, 'pw'),
    ],
    [
      'refuse a client secret that comes from the account',
      { ...oauth, client: { id: '{{account.user}}', secret: '{{account.pw}}' } },
      [user, open],
      found(2, 'pw'),
    ],
    [
      'refuse a password in a token request',
      { ...oauth, token: { ...oauth.token, parameters: { login: '{{account.user}}', password: '{{account.pw}}' } } },
      [user, open],
      found(2, 'pw'),
    ],
    [
      'refuse a kept value that every request carries',
      {
        ...oauth,
        keep: { page: { value: '{{response.body.page}}' } },
        carry: { in: 'query', name: 'token', value: '{{account.page}}' },
      },
      [],
      '#/signIn/keep/page secret_not_declared add "secret": true to "page"',
    ],
    [
      'refuse a value used elsewhere if no secret is sent with it',
      { kind: 'bearer', token: '{{account.shop}}' },
      [],
      found(0, 'shop'),
    ],
    [
      'accept a value used elsewhere if a secret is sent with it',
      { kind: 'bearer', token: '{{account.shop}}:{{account.pw}}' },
      [secret],
    ],
    [
      'accept a user name with a secret password',
      { kind: 'basic', username: '{{account.user}}', password: '{{account.pw}}' },
      [user, secret],
    ],
  ];
  for (const [title, signIn, fields, ...expected] of rows)
    it(title, () => assert.deepEqual(problemsOf(signIn, fields), expected));

  it('accept the tokens that an OAuth 2 connector keeps and carries', () => {
    assert.deepEqual(compileConnector(new Map(Object.entries(oauthConnector))).problems, []);
  });
});

describe('checks of an empty choice', () => {
  const choices = (choice: object, field: object = {}) =>
    problemsOf({ kind: 'none' }, [
      { name: 'region', label: 'Region', choices: [{ value: 'eu' }, choice], ...field },
    ]).filter((problem) => problem.includes('choices'));

  it('allow it for an optional field, with a name', () => {
    assert.deepEqual(choices({ value: '', label: 'United States' }, { optional: true }), []);
  });

  it('refuse it for another field, or without a name', () => {
    assert.deepEqual(choices({ value: '' }).sort().reverse(), [
      '#/account/fields/1/choices/1/value not_allowed add "optional": true to the field, or leave this choice out',
      '#/account/fields/1/choices/1 missing_key add "label"',
    ]);
  });
});

describe('checks of a revocation', () => {
  const revoke = (request: object) =>
    problemsOf({ ...oauth, revoke: request }, []).filter((problem) => problem.includes('revoke'));

  it('allow the token in the path of a DELETE', () => {
    const url = 'https://api.example.com/tokens/{{account.accessToken|url}}';
    assert.deepEqual(revoke({ url, method: 'DELETE', parameters: { token: null } }), []);
  });
});
