import type { Connector } from '@tallyhook/schemas';
import { undeclaredSecrets } from '../sign-in/account-names.ts';
import { checkKey } from './check-key.ts';
import { checkOAuth } from './check-oauth.ts';
import { reportCredential } from './check-constants.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { accountRoots } from './roots.ts';

/** Checks how requests show who sends them. */
export function checkSignIn(context: CheckContext, connector: Connector): void {
  const { signIn } = connector;
  for (const { name, path } of undeclaredSecrets(connector)) {
    const message = `signIn sends "${name}" as a credential, and it is not declared to be secret`;
    const hint = `add "secret": true to "${name}"`;
    context.report(path, { code: 'secret_not_declared', message, hint, atKey: path[0] === 'signIn' });
  }
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
  const word = signIn.kind === 'bearer' ? /^([\w-]+)\s+(?=\{\{)/.exec(signIn.token) : null;
  if (signIn.kind === 'bearer' && word !== null) {
    const token = signIn.token.slice(word[0].length);
    const scheme = /^bearer$/i.test(word[1]!) ? '' : `, and beside it "scheme": "${word[1]}"`;
    const message = `the word in front of the token is written by itself: "${word[1]}" would be part of the token`;
    context.report(['signIn', 'token'], { code: 'wrong_format', message, hint: `write "${token}"${scheme}` });
  }
  const templates = Object.entries(texts).map(([key, text]) =>
    checkTemplate(context, ['signIn', key], text, { roots }),
  );
  if (templates.length > 0 && templates.every((template) => template?.isConstant === true)) {
    const [name, value] = Object.entries(texts).at(-1)!;
    reportCredential(context, ['signIn', name], { name, value });
  }
  if (signIn.kind === 'key') checkKey(context, ['signIn'], signIn);
}
