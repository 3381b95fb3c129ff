import type { Connector } from '@tallyhook/schemas';
import { namesCredential } from '../recording/credential-names.ts';
import { accountNames, placeOf, tokenNames, undeclaredSecrets } from '../sign-in/account-names.ts';
import { isSignInClear } from './check-sign-in.ts';
import type { ReadFile } from './read-files.ts';
import { locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** Reports account values that are named like a credential but not declared secret. */
export function checkOpenCredentials(
  problems: SourceProblem[],
  connector: Connector,
  files: readonly ReadFile[],
): void {
  // Values that signIn sends are reported there, as are the names that OAuth 2 defines.
  const reported = isSignInClear(connector) ? undeclaredSecrets(connector).map(({ name }) => name) : [];
  const { file } = files.find(({ kind }) => kind === 'connector')!;
  for (const { name, secret } of accountNames(connector)) {
    const path = placeOf(connector, name);
    if (secret || path === undefined || !namesCredential(name) || [...reported, ...tokenNames].includes(name)) continue;
    const message = `"${name}" is the name of a credential, but it is not declared secret`;
    const hint = `add "secret": true to "${name}"; if it is not a secret, rename it, for example to "projectId"`;
    problems.push(locate(file, path, { code: 'secret_not_declared', message, hint }));
  }
}
