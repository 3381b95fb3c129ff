import type { Connector } from '@tallyhook/schemas';
import { namesChosen, namesCredential } from '../recording/credential-names.ts';
import { accountNames, placeOf, tokenNames, undeclaredSecrets } from '../sign-in/account-names.ts';
import { carriedNames } from '../sign-in/carried-names.ts';
import { isSignInClear } from './check-sign-in.ts';
import type { ReadFile } from './read-files.ts';
import { type JsonPath, locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';
import { textsIn } from './texts-in.ts';

/**
 * Reports values of the account that are called like a credential, are used, and are not declared to be secret. What
 * signIn sends is told there.
 */
export function checkOpenCredentials(
  problems: SourceProblem[],
  connector: Connector,
  files: readonly ReadFile[],
): void {
  // A name that OAuth 2 gives has been reported.
  const isClear = isSignInClear(connector);
  const undeclared = isClear ? undeclaredSecrets(connector) : [];
  const told = [...undeclared.map(({ name }) => name), ...tokenNames];
  const open = accountNames(connector).filter(({ name, secret }) => !secret && namesCredential(name));
  const carried = carriedSecrets(connector);
  const { file } = files.find(({ kind }) => kind === 'connector')!;
  for (const { name } of open) {
    const path = placeOf(connector, name);
    const uses = usesOf(name, files);
    if (path === undefined || uses.length === 0 || told.includes(name)) continue;
    const isBesideSecret = !isClear || carried.some((other) => other !== name);
    if (isBesideSecret && !namesChosen(name) && uses.some(isOfId)) continue;
    const message = `"${name}" is a credential by its name, and it is not declared to be secret`;
    problems.push(locate(file, path, { code: 'secret_not_declared', message, hint: hintFor(name, uses) }));
  }
}

function usesOf(name: string, files: readonly ReadFile[]): JsonPath[] {
  const slot = new RegExp(`\\{\\{[^{}]*\\baccount\\.\\[?${name}(?![\\w-])`);
  return files
    .filter(({ kind }) => kind !== 'fixture')
    .flatMap(({ file }) => textsIn(file.value))
    .flatMap(({ path, text }) => (slot.test(text) ? [path] : []));
}

/** What signIn sends and is declared to be secret. */
function carriedSecrets(connector: Connector): string[] {
  const secrets = accountNames(connector).flatMap(({ name, secret }) => (secret ? [name] : []));
  const carried = carriedNames(connector, new Set(secrets));
  return connector.signIn.kind === 'oauth2' ? [...carried, 'accessToken'] : carried;
}

const addresses = ['baseUrl', 'path', 'url'];
const names = ['label', 'externalId'];
const sent = ['body', 'query', 'headers'];

/** Whether a value stands at a place as what tells accounts apart: who signs in, whose address, which account. */
function isOfId(path: JsonPath): boolean {
  // Any key may be called like these inside of what is sent.
  if (path.some((part) => sent.includes(String(part)))) return false;
  return [...addresses, ...names, 'username'].includes(String(path.at(-1)));
}

/** A secret may not stand everywhere: where it is used there, the hint says what to write instead. */
function hintFor(name: string, uses: readonly JsonPath[]): string {
  const isUsedIn = (keys: readonly string[]): boolean => uses.some((path) => keys.includes(String(path.at(-1))));
  return [
    `add "secret": true to "${name}"`,
    ...(isUsedIn(names) ? ['name the account by another value in label and externalId'] : []),
    ...(isUsedIn(addresses)
      ? [`in addresses, send it with "signIn": { "kind": "key", "in": "path", "value": "/…{{account.${name}}}" }`]
      : []),
    ...(uses.some((path) => path.includes('query'))
      ? [
          `in a query, send it with "signIn": { "kind": "key", "in": "query", "name": "…", "value": "{{account.${name}}}" }`,
        ]
      : []),
    `if it is no secret, call it otherwise, such as "${idCalledLike(name)}"`,
  ].join('; ');
}

/** `siteId` for `siteToken`; where nothing says whose id it may be, one of a project. */
function idCalledLike(name: string): string {
  const [, owner] = /^(.+?)[_-]?(?:key|token)$/i.exec(name) ?? [];
  return owner === undefined || /^(?:api|access|app|auth|client|private|secret)$/i.test(owner)
    ? 'projectId'
    : `${owner}Id`;
}
