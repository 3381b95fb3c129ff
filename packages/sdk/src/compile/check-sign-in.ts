import type { Connector } from '@tallyhook/schemas';
import { checkKey } from './check-key.ts';
import { checkOAuth } from './check-oauth.ts';
import { credentialHint, credentialMessage } from './check-request.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { accountRoots } from './roots.ts';

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
