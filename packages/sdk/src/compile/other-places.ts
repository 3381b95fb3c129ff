import { fromPointer, likeliest, type SchemaMistake } from '@tallyhook/schemas';

/** Keys that authors of other formats write elsewhere, and where they stand in ours. */
interface Home {
  kind: string;
  /** Where they are written. */
  at: RegExp;
  keys: readonly string[];
  /** Where the key that is meant stands. */
  place: (key: string) => string;
}

const inside =
  (parent: string) =>
  (key: string): string =>
    `"${key}" in "${parent}"`;
const addressOf = (parent: string) => (): string => `"url" in "${parent}"`;
const ofRequest = ['method', 'path', 'url', 'query', 'headers', 'body', 'output', 'success'];
const ofAction = ['label', 'description', 'input', 'repeatable', 'pagination', 'errors', 'retry', 'upload'];

const homes: readonly Home[] = [
  { kind: 'connector', at: /^#$/, keys: ['baseUrl', 'query', 'headers'], place: inside('request') },
  { kind: 'connector', at: /^#$/, keys: ['scopes', 'authorize', 'refresh'], place: inside('signIn') },
  { kind: 'connector', at: /^#$/, keys: ['fields', 'externalId'], place: inside('account') },
  { kind: 'connector', at: /^#$/, keys: ['icon'], place: () => 'the file icon.svg beside this one' },
  {
    kind: 'connector',
    at: /^#$/,
    keys: ['actions', 'webhooks', 'fixtures'],
    place: (key) => `a file for each, ${key}/NAME.json`,
  },
  {
    kind: 'connector',
    at: /^#$/,
    keys: ['pagination', 'upload'],
    place: (key) => `"${key}" in the file of an action, actions/NAME.json`,
  },
  { kind: 'connector', at: /^#\/signIn\/(authorize|token|refresh)$/, keys: ['scopes'], place: inside('signIn') },
  {
    kind: 'connector',
    at: /^#\/signIn$/,
    keys: ['scopes', 'authorize', 'refresh'],
    place: (key) => `the kind "oauth2"? "${key}" is of a sign-in of that kind`,
  },
  {
    kind: 'connector',
    at: /^#\/signIn$/,
    keys: ['authorizeUrl', 'authorizationUrl', 'authUrl'],
    place: addressOf('authorize'),
  },
  { kind: 'connector', at: /^#\/signIn$/, keys: ['tokenUrl', 'accessTokenUrl'], place: addressOf('token') },
  { kind: 'connector', at: /^#\/signIn$/, keys: ['refreshUrl'], place: addressOf('refresh') },
  { kind: 'action', at: /^#$/, keys: ofRequest, place: inside('request') },
  {
    kind: 'action',
    at: /^#(\/request)?$/,
    keys: ['idempotent'],
    place: (key) => `${inside('annotations')(key)}? That the request may be sent twice says "repeatable"`,
  },
  { kind: 'action', at: /^#(\/request)?$/, keys: ['readOnly', 'destructive'], place: inside('annotations') },
  { kind: 'action', at: /^#\/request$/, keys: ofAction, place: (key) => `"${key}" beside "request"` },
];

/** Says where an unknown key most likely belongs; undefined where nobody knows. */
export function otherPlace(kind: string, { code, pointer = '#', suggestion }: SchemaMistake): string | undefined {
  if (code !== 'unknown_key' || suggestion !== undefined) return undefined;
  const name = fromPointer(pointer).at(-1)!;
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  for (const home of homes) {
    if (home.kind !== kind || !home.at.test(parent)) continue;
    const meant = likeliest(name, home.keys);
    if (meant !== undefined) return asQuestion(home.place(meant));
  }
  return undefined;
}

function asQuestion(place: string): string {
  return `did you mean ${place}${place.includes('? ') ? '' : '?'}`;
}

/** Leaves out that a part is missing where keys of it stand beside it. */
export function withoutEmptied(kind: string, mistakes: readonly SchemaMistake[]): SchemaMistake[] {
  return mistakes.filter(({ code, pointer: object = '#', allowed = [] }) => {
    const end = ` in "${String(allowed[0])}"?`;
    const isBeside = (mistake: SchemaMistake): boolean =>
      mistake.pointer?.slice(0, mistake.pointer.lastIndexOf('/')) === object &&
      otherPlace(kind, mistake)?.endsWith(end) === true;
    return code !== 'missing_key' || !mistakes.some(isBeside);
  });
}
