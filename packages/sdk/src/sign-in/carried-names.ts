import type { Connector, SignIn } from '@tallyhook/schemas';
import { namesCredential } from '../recording/credential-names.ts';
import { templateOf } from '../templates/render.ts';
import { carriedKey } from './carried-key.ts';

/**
 * The names of the account values that a sign-in sends as its credential, declared secret or not. A value that is also
 * used elsewhere, such as a shop in a host, does not count if a secret is sent with it.
 */
export function carriedNames(connector: Connector, declared: ReadonlySet<string>): string[] {
  const texts = credentialTexts(connector.signIn);
  const elsewhere = JSON.stringify(connector, (_, value: unknown) =>
    typeof value === 'string' && texts.includes(value) ? undefined : value,
  );
  const names = texts.flatMap((text) => {
    const all = accountNamesIn(text);
    const secret = all.filter((name) => declared.has(name) || !isNamed(elsewhere, name));
    return secret.length > 0 ? secret : all;
  });
  return [...new Set(names)];
}

/** The templates for the credentials that a sign-in sends. */
function credentialTexts(signIn: SignIn): string[] {
  switch (signIn.kind) {
    case 'none':
      return [];
    case 'bearer':
      return [signIn.token].filter(isText);
    case 'basic': {
      // Some services take the key as the user name, with any password.
      const { username, password } = signIn;
      return [isText(password) && accountNamesIn(password).length > 0 ? password : username].filter(isText);
    }
    case 'aws4':
      return [signIn.secretAccessKey, signIn.sessionToken].filter(isText);
    case 'key':
      return [signIn.value].filter(isText);
    case 'oauth2':
      return [
        carriedKey(signIn)?.value,
        signIn.client?.secret,
        ...[signIn.token, signIn.refresh].flatMap((request) => [
          ...secretOnes(request?.parameters),
          ...secretOnes(request?.headers),
        ]),
      ].filter(isText);
    default: // An unknown kind is already reported.
      return [];
  }
}

function secretOnes(named: Record<string, unknown> | undefined): unknown[] {
  return Object.entries(named ?? {}).flatMap(([name, value]) =>
    namesCredential(name) || name === 'assertion' ? [value] : [],
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function accountNamesIn(text: string): string[] {
  try {
    const named = templateOf(text).paths.map(({ segments }) => segments.map(({ name }) => name));
    return named.flatMap(([root, name]) => (root === 'account' && name !== undefined ? [name] : []));
  } catch {
    return []; // Already reported if it is not a template.
  }
}

function isNamed(text: string, name: string): boolean {
  return [...text.matchAll(/\baccount\.\[?([\w-]+)/g)].some(([, found]) => found === name);
}
