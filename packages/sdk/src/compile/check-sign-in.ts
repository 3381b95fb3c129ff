import type { Connector, OAuthSignIn, SignIn } from '@tallyhook/schemas';
import { undeclaredSecrets } from '../sign-in/account-names.ts';
import { checkKey } from './check-key.ts';
import { templateCodes } from './codes/template-codes.ts';
import type { SourceProblemCode } from './codes/index.ts';
import { checkOAuth } from './check-oauth.ts';
import { reportCredential } from './check-constants.ts';
import { checkNeeded } from './check-needed.ts';
import { checkTemplate, type CheckContext } from './context.ts';
import { accountRoots } from './roots.ts';

/** Checks how requests authenticate. */
export function checkSignIn(context: CheckContext, connector: Connector): void {
  if (isSignInClear(connector)) checkUndeclared(context, connector);
  checkParts(context, connector);
}

/**
 * Whether every template of the sign-in can be read and uses only known names. If not, it is unknown which values are
 * sent as credentials, and checks that depend on this must report nothing.
 */
export function isSignInClear(connector: Connector): boolean {
  let isClear = true;
  const report: CheckContext['report'] = ([part], { code, severity }) => {
    if (part === 'signIn' && severity !== 'warning' && hidesNames(code)) isClear = false;
  };
  checkParts({ connector, report }, connector);
  return isClear;
}

function hidesNames(code: SourceProblemCode): boolean {
  return Object.hasOwn(templateCodes, code) && code !== 'secret_not_here';
}

function checkUndeclared(context: CheckContext, connector: Connector): void {
  for (const { name, path } of undeclaredSecrets(connector)) {
    const message = `signIn sends "${name}" as a credential, but it is not declared secret`;
    const hint = `add "secret": true to "${name}"`;
    const atKey = path[0] === 'signIn';
    context.report(path, { code: 'secret_not_declared', message, hint, atKey, mayFollow: true });
  }
}

function checkParts(context: CheckContext, connector: Connector): void {
  const { signIn } = connector;
  if (signIn.kind === 'oauth2') return checkOAuth(context, connector, signIn);
  const roots = accountRoots(connector, { secrets: true });
  const texts = textsOf(signIn);
  const word = signIn.kind === 'bearer' ? /^([\w-]+)\s+(?=\{\{)/.exec(signIn.token) : null;
  if (signIn.kind === 'bearer' && word !== null) {
    const token = signIn.token.slice(word[0].length);
    const scheme = /^bearer$/i.test(word[1]!) ? '' : `, and add "scheme": "${word[1]}"`;
    const message = `the word before the token is added automatically: "${word[1]}" would become part of the token`;
    context.report(['signIn', 'token'], { code: 'wrong_format', message, hint: `write "${token}"${scheme}` });
  }
  const templates = Object.entries(texts).map(([key, text]) => {
    const template = checkTemplate(context, ['signIn', key], text, { roots });
    // An access key that lasts has no token.
    if (key !== 'sessionToken')
      checkNeeded(context, ['signIn', key], text, { template, options: { roots }, place: 'credential' });
    return template;
  });
  const written = Object.entries(texts);
  const isConstant = (index: number): boolean => templates[index]?.isConstant === true;
  if (signIn.kind === 'aws4') {
    // The region may be written, but not the key.
    for (const [index, [name, value]] of written.entries())
      if (name !== 'region' && isConstant(index)) reportCredential(context, ['signIn', name], { name, value });
  } else if (templates.length > 0 && templates.every((_, index) => isConstant(index))) {
    const [name, value] = written.at(-1)!;
    reportCredential(context, ['signIn', name], { name, value });
  }
  if (signIn.kind === 'key') checkKey(context, ['signIn'], signIn);
}

/** The texts of a sign-in that are templates, by key. */
function textsOf(signIn: Exclude<SignIn, OAuthSignIn>): Record<string, string> {
  switch (signIn.kind) {
    case 'bearer':
      return { token: signIn.token };
    case 'basic':
      return { username: signIn.username, password: signIn.password };
    case 'key':
      return { value: signIn.value };
    case 'aws4': {
      const { region, accessKeyId, secretAccessKey, sessionToken } = signIn;
      return { region, accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
    }
    case 'none':
      return {};
  }
}
