import type { Connector } from '@tallyhook/schemas';
import type { CarriedKey } from '../sign-in/carried-key.ts';
import { checkOAuth } from './check-oauth.ts';
import { credentialHint, credentialMessage } from './check-request.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { accountRoots } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/** Checks how requests show who sends them. */
export function checkSignIn(context: CheckContext, connector: Connector): void {
  const { signIn } = connector;
  if (signIn.kind === 'oauth2') return checkOAuth(context, connector, signIn);
  const roots = accountRoots(connector, { secrets: true });
  const texts: Record<string, string> =
    signIn.kind === 'bearer'
      ? { token: signIn.token }
      : signIn.kind === 'basic'
        ? { username: signIn.username, password: signIn.password }
        : signIn.kind === 'key'
          ? { value: signIn.value }
          : {};
  const templates = Object.entries(texts).map(([key, text]) =>
    checkTemplate(context, ['signIn', key], text, { roots }),
  );
  if (templates.length > 0 && templates.every((template) => template?.isConstant === true)) {
    const path = ['signIn', Object.keys(texts).at(-1)!];
    context.report(path, { code: 'credential_in_package', message: credentialMessage, hint: credentialHint });
  }
  if (signIn.kind === 'key') checkKey(context, ['signIn'], signIn);
}

/** Checks that a key has a name where it needs one. */
export function checkKey(context: CheckContext, path: JsonPath, signIn: CarriedKey): void {
  if (signIn.in !== 'path' && signIn.name === undefined) {
    const message = `a key in a ${signIn.in} needs a name`;
    context.report(path, { code: 'missing_key', message, hint: 'add name' });
  }
  if (signIn.in === 'path' && signIn.name !== undefined) {
    context.report([...path, 'name'], {
      code: 'unknown_key',
      message: 'a key in the path has no name',
      hint: 'remove it',
      atKey: true,
    });
  }
  if (signIn.in === 'path' && !signIn.value.startsWith('/')) {
    const hint = 'it goes in front of the path, such as /bot{{account.token}}';
    context.report([...path, 'value'], { code: 'wrong_format', message: 'a key in the path begins with /', hint });
  }
}
