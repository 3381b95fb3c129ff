import { action, connector, type Edit, type GoldenCase } from './golden-case.ts';

const bearer = '"kind": "bearer", "token": "{{account.token}}"';

/** Edits the sign-in to use the shop as the user name. */
function withPassword(password: string): Edit[] {
  return [[connector, bearer, `"kind": "basic", "username": "{{account.shop}}", "password": ${password}`]];
}

const baseAtShop: Edit = [connector, 'https://api.example.com/v1', 'https://{{account.shop}}.example.com'];

/** Template mistakes that affect other checks: their apparent consequences are not reported. */
export const echoCases: GoldenCase[] = [
  {
    title: 'a misspelt root in a password, but not the user name as a secret',
    edits: withPassword('"{{accunt.token}}"'),
    expected: ['connector.json:6:79 #/signIn/password unknown_name did you mean "account"?'],
  },
  {
    title: 'a password that is a number, but not the user name as a secret',
    edits: withPassword('7'),
    expected: ['connector.json:6:76 #/signIn/password wrong_type'],
  },
  {
    title: 'a sign-in without a password, but not the user name as a secret',
    edits: [[connector, bearer, '"kind": "basic", "username": "{{account.shop}}"']],
    expected: ['connector.json:6:13 #/signIn missing_key'],
  },
  {
    title: 'a misspelt root in a host, but not an address on that host',
    edits: [baseAtShop, [connector, '{{account.shop}}.example.com"]', '{{acount.shop}}.example.com"]']],
    expected: ['connector.json:5:35 #/hosts/1 unknown_name did you mean "account"?'],
  },
  {
    title: 'a host without one of its braces, but not an address on that host',
    edits: [baseAtShop, [connector, '{{account.shop}}.example.com"]', '{account.shop}}.example.com"]']],
    expected: ['connector.json:5:32 #/hosts/1 wrong_host'],
  },
  {
    title: 'a misspelt root in the base address, but not its host',
    edits: [baseAtShop, [connector, 'https://{{account.shop}}', 'https://{{acount.shop}}']],
    expected: ['connector.json:15:38 #/request/baseUrl unknown_name did you mean "account"?'],
  },
  {
    title: 'a base address without its opening braces, but not its host',
    edits: [baseAtShop, [connector, 'https://{{account.shop}}', 'https://account.shop}}']],
    expected: ['connector.json:15:48 #/request/baseUrl wrong_url'],
  },
  {
    title: 'a misspelt root in the address of an action, but not its host',
    edits: [[action, '"path": "', '"url": "https://{{acount.shop}}.example.com']],
    expected: ['actions/create-issue.json:14:23 #/request/url unknown_name did you mean "account"?'],
  },
  {
    title: 'an unlisted address, and a host with a misspelt root',
    edits: [
      [action, '"path": "', '"url": "https://example.net'],
      [connector, '{{account.shop}}.example.com"]', '{{acount.shop}}.example.com"]'],
    ],
    expected: [
      'connector.json:5:35 #/hosts/1 unknown_name did you mean "account"?',
      'actions/create-issue.json:14:21 #/request/url host_not_listed',
    ],
  },
];
