import type { Connector } from '@tallyhook/schemas';
import { renderableAsHost } from '../runtime/host-names.ts';
import type { Roots } from '../templates/shapes.ts';
import { checkHeaders, checkHost, checkRequest, credentialHint, credentialMessage } from './check-request.ts';
import { checkStructure, checkTemplate, type CheckContext } from './context.ts';
import { accountRoots, responseShape } from './roots.ts';

/** Checks connector.json beyond its schema. */
export function checkConnector(context: CheckContext, connector: Connector): void {
  const open = accountRoots(connector, { secrets: false });
  const withSecrets = accountRoots(connector, { secrets: true });
  checkHosts(context, connector);
  checkSignIn(context, connector);
  checkAccount(context, connector);
  if (connector.request?.baseUrl !== undefined) {
    checkTemplate(context, ['request', 'baseUrl'], connector.request.baseUrl, { roots: open });
    checkHost(context, ['request', 'baseUrl'], connector.request.baseUrl);
  }
  checkStructure(context, ['request', 'query'], connector.request?.query, { roots: open });
  checkHeaders(context, ['request', 'headers'], connector.request?.headers, withSecrets);
  if (connector.test !== undefined) checkRequest(context, ['test'], connector.test, { open, withSecrets });
}

function checkHosts(context: CheckContext, connector: Connector): void {
  const roots = accountRoots(connector, { secrets: false });
  for (const [index, host] of connector.hosts.entries()) {
    const path = ['hosts', index];
    if (checkTemplate(context, path, host, { roots }) === undefined) continue;
    if (renderableAsHost(host)) continue;
    const hint = 'write only the host, in lower case, such as api.example.com or api.example.com:8443';
    context.report(path, { code: 'wrong_host', message: `"${host}" is not a host`, hint });
  }
}

function checkSignIn(context: CheckContext, connector: Connector): void {
  const { signIn } = connector;
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
  if (signIn.kind === 'key') checkKey(context, signIn);
}

function checkKey(context: CheckContext, signIn: { in: string; name?: string; value: string }): void {
  if (signIn.in !== 'path' && signIn.name === undefined) {
    const message = `a key in a ${signIn.in} needs a name`;
    context.report(['signIn'], { code: 'missing_key', message, hint: 'add name' });
  }
  if (signIn.in === 'path' && signIn.name !== undefined) {
    context.report(['signIn', 'name'], {
      code: 'unknown_key',
      message: 'a key in the path has no name',
      hint: 'remove it',
      atKey: true,
    });
  }
  if (signIn.in === 'path' && !signIn.value.startsWith('/')) {
    const hint = 'it goes in front of the path, such as /bot{{account.token}}';
    context.report(['signIn', 'value'], { code: 'wrong_format', message: 'a key in the path begins with /', hint });
  }
}

function checkAccount(context: CheckContext, connector: Connector): void {
  const { account } = connector;
  if (account === undefined) return;
  const names = account.fields.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    const message = `two fields are called "${name}"`;
    context.report(['account', 'fields', index, 'name'], { code: 'duplicate_name', message, hint: 'rename one' });
  }
  const test: Roots = connector.test === undefined ? {} : { test: responseShape };
  const roots = { ...accountRoots(connector, { secrets: false }), ...test };
  checkTemplate(context, ['account', 'label'], account.label, { roots });
  const externalId = checkTemplate(context, ['account', 'externalId'], account.externalId, { roots });
  if (externalId?.isConstant === true) {
    const message = 'every account would be the same one';
    context.report(['account', 'externalId'], {
      code: 'constant_account',
      message,
      hint: 'use a field, such as {{account.owner}}',
    });
  }
}
