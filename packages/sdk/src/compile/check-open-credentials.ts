import type { Connector } from '@tallyhook/schemas';
import { namesCredential } from '../recording/credential-names.ts';
import { accountNames, placeOf, tokenNames, undeclaredSecrets } from '../sign-in/account-names.ts';
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
  const told = [...undeclaredSecrets(connector).map(({ name }) => name), ...tokenNames];
  const open = accountNames(connector).filter(({ name, secret }) => !secret && namesCredential(name));
  const { file } = files.find(({ kind }) => kind === 'connector')!;
  for (const { name } of open) {
    const path = placeOf(connector, name);
    const uses = usesOf(name, files);
    if (path === undefined || uses.length === 0 || told.includes(name)) continue;
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

/** A secret may not stand everywhere: where it is used there, the hint says what to write instead. */
function hintFor(name: string, uses: readonly JsonPath[]): string {
  const isUsedIn = (keys: readonly string[]): boolean => uses.some((path) => keys.includes(String(path.at(-1))));
  return [
    `add "secret": true to "${name}"`,
    ...(isUsedIn(['label', 'externalId']) ? ['name the account by another value in label and externalId'] : []),
    ...(isUsedIn(['baseUrl', 'path', 'url'])
      ? [`in addresses, send it with "signIn": { "kind": "key", "in": "path", "value": "/…{{account.${name}}}" }`]
      : []),
  ].join('; ');
}
