import type { Connector } from '@tallyhook/schemas';
import type { Roots } from '../templates/shapes.ts';
import { checkAddressText } from './check-address-text.ts';
import { checkConstants } from './check-constants.ts';
import { checkErrors, checkRateLimit } from './check-errors.ts';
import { checkHost, isListable } from './check-host.ts';
import { checkNeeded } from './check-needed.ts';
import { checkHeaders, checkPathText, checkRequest } from './check-request.ts';
import { checkSignIn } from './check-sign-in.ts';
import { checkStructure, checkTemplate, type CheckContext } from './context.ts';
import { accountRoots, nowRoot, responseShape } from './roots.ts';
import type { JsonPath } from './source-file.ts';

/** Checks connector.json beyond its schema. */
export function checkConnector(context: CheckContext, connector: Connector): void {
  const open = accountRoots(connector, { secrets: false });
  const withSecrets = accountRoots(connector, { secrets: true });
  checkHosts(context, connector);
  checkSignIn(context, connector);
  checkAccount(context, connector);
  if (connector.request?.baseUrl !== undefined) {
    const path = ['request', 'baseUrl'];
    const { baseUrl } = connector.request;
    const template = checkTemplate(context, path, baseUrl, { roots: open }, { isText: true });
    if (template !== undefined) checkHost(context, path, baseUrl);
    checkPathText(context, path, baseUrl);
    checkAddressText(context, path, baseUrl);
    checkNeeded(context, path, baseUrl, { template, options: { roots: open }, place: 'address' });
  }
  checkStructure(context, ['request', 'query'], connector.request?.query, { roots: open }, { isEncoded: true });
  checkConstants(context, ['request', 'query'], connector.request?.query);
  checkHeaders(context, ['request', 'headers'], connector.request?.headers, withSecrets);
  checkErrors(context, connector.errors);
  checkRateLimit(context, connector.rateLimit);
  const timed = { open: { ...nowRoot, ...open }, withSecrets: { ...nowRoot, ...withSecrets } };
  if (connector.test !== undefined) checkRequest(context, ['test'], connector.test, timed);
}

function checkHosts(context: CheckContext, connector: Connector): void {
  const roots = accountRoots(connector, { secrets: false });
  for (const [index, host] of connector.hosts.entries()) {
    const path = ['hosts', index];
    const template = checkTemplate(context, path, host, { roots });
    if (template === undefined || isListable(host)) continue;
    const isPattern = host.includes('*');
    const hint = isPattern
      ? 'list each host by name, or write {{account.NAME}}.example.com if the host depends on the account'
      : 'write only the host, in lower case, such as api.example.com or api.example.com:8443';
    const message = isPattern ? `"${host}": hosts match exactly, and * is not a wildcard` : `"${host}" is not a host`;
    context.report(path, { code: 'wrong_host', message, hint });
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
  for (const [index, field] of account.fields.entries()) checkEmptyChoice(context, ['account', 'fields', index], field);
  const test: Roots = connector.test === undefined ? {} : { test: responseShape };
  const roots = { ...accountRoots(connector, { secrets: false }), ...test };
  checkTemplate(context, ['account', 'label'], account.label, { roots });
  const externalId = checkTemplate(context, ['account', 'externalId'], account.externalId, { roots });
  if (externalId?.isConstant === true) {
    const message = 'every account would have the same id';
    const hint = 'use a value that differs between accounts, such as {{test.body.id}}';
    context.report(['account', 'externalId'], { code: 'constant_account', message, hint });
  }
}

/** An empty choice is the name of an optional field that is left empty. */
function checkEmptyChoice(
  context: CheckContext,
  place: JsonPath,
  { choices = [], optional = false }: NonNullable<Connector['account']>['fields'][number],
): void {
  const index = choices.findIndex(({ value }) => value === '');
  if (index === -1) return;
  const at = [...place, 'choices', index];
  if (!optional) {
    const hint = 'add "optional": true to the field, or leave this choice out';
    context.report([...at, 'value'], { code: 'not_allowed', message: 'the field may not be left empty', hint });
  }
  if (choices[index]!.label !== undefined) return;
  const message = 'an empty choice needs a name that people can choose';
  context.report(at, { code: 'missing_key', message, hint: 'add "label"' });
}
