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

const oauth = { kind: 'oauth2', grant: 'clientCredentials', token: { url: 'https://api.example.com/token' } };

describe('the compiler, of what a sign-in sends as the credential,', () => {
  const rows: [title: string, signIn: object, fields: object[], ...expected: string[]][] = [
    ...['header', 'query'].map((place): [string, object, object[], string] => [
      `refuses a key in the ${place} that nobody declared to be secret`,
      { kind: 'key', in: place, name: 'X-Key', value: 'k={{account.pw}}' },
      [open],
      found(1, 'pw'),
    ]),
    [
      'refuses a key in front of the path',
      { kind: 'key', in: 'path', value: '/{{account.pw|url}}' },
      [open],
      found(1, 'pw'),
    ],
    ['refuses a token', { kind: 'bearer', token: '{{account.pw}}' }, [open], found(1, 'pw')],
    [
      'refuses a password, and not the name of the user beside it',
      { kind: 'basic', username: '{{account.user}}', password: '{{account.pw}}' },
      [user, open],
      found(2, 'pw'),
    ],
    [
      'refuses a key that stands where the user does',
      { kind: 'basic', username: '{{account.pw}}', password: 'x' },
      [open],
      found(1, 'pw'),
    ],
    [
      'refuses the secret of a client that the account brings',
      { ...oauth, client: { id: '{{account.user}}', secret: '{{account.pw}}' } },
      [user, open],
      found(2, 'pw'),
    ],
    [
      'refuses a password that buys a token',
      { ...oauth, token: { ...oauth.token, parameters: { login: '{{account.user}}', password: '{{account.pw}}' } } },
      [user, open],
      found(2, 'pw'),
    ],
    [
      'refuses a kept value that every request carries',
      {
        ...oauth,
        keep: { page: { value: '{{response.body.page}}' } },
        carry: { in: 'query', name: 'token', value: '{{account.page}}' },
      },
      [],
      '#/signIn/keep/page secret_not_declared add "secret": true to "page"',
    ],
    [
      'refuses what stands elsewhere too where no secret is carried beside it',
      { kind: 'bearer', token: '{{account.shop}}' },
      [],
      found(0, 'shop'),
    ],
    [
      'takes what stands elsewhere too beside a secret',
      { kind: 'bearer', token: '{{account.shop}}:{{account.pw}}' },
      [secret],
    ],
    [
      'takes a token, a user and a shop as they are usual',
      { kind: 'basic', username: '{{account.user}}', password: '{{account.pw}}' },
      [user, secret],
    ],
  ];
  for (const [title, signIn, fields, ...expected] of rows)
    it(title, () => assert.deepEqual(problemsOf(signIn, fields), expected));

  it('lets a connector of OAuth 2 keep and carry its tokens without a word', () => {
    assert.deepEqual(compileConnector(new Map(Object.entries(oauthConnector))).problems, []);
  });
});
