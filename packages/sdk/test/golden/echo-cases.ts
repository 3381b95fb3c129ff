import { connector, type Edit, type GoldenCase } from './golden-case.ts';

const bearer = '"kind": "bearer", "token": "{{account.token}}"';

/** Signs in with the shop as the name of the user. */
function withPassword(password: string): Edit[] {
  return [[connector, bearer, `"kind": "basic", "username": "{{account.shop}}", "password": ${password}`]];
}

/** Mistakes in a template that others rely on: what would follow from what it seems to say is not told. */
export const echoCases: GoldenCase[] = [
  {
    title: 'a misspelt root in a password, and not with the name of the user as a secret',
    edits: withPassword('"{{accunt.token}}"'),
    expected: ['connector.json:6:79 #/signIn/password unknown_name did you mean "account"?'],
  },
  {
    title: 'a password that has lost a brace, and not with the name of the user as a secret',
    edits: withPassword('"{account.token}}"'),
    expected: ['connector.json:6:77 #/signIn/password slot_syntax'],
  },
  {
    title: 'a password that is a number, and not with the name of the user as a secret',
    edits: withPassword('7'),
    expected: ['connector.json:6:76 #/signIn/password wrong_type'],
  },
  {
    title: 'a sign-in without a password, and not with the name of the user as a secret',
    edits: [[connector, bearer, '"kind": "basic", "username": "{{account.shop}}"']],
    expected: ['connector.json:6:13 #/signIn missing_key'],
  },
];
