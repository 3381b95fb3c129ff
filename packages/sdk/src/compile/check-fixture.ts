import {
  type ActionFixture,
  type Fixture,
  fromPointer,
  listNames,
  nearest,
  type SchemaMistake,
  type Validator,
} from '@tallyhook/schemas';
import { isMadeUp } from '../fixtures/made-up.ts';
import { accountNames, secretNames, tokenNames } from '../sign-in/account-names.ts';
import { writtenSecrets } from '../recording/written-secrets.ts';
import type { DeclaredNames } from './check-file.ts';
import { credentialMessage } from './check-request.ts';
import type { CheckContext } from './context.ts';
import { splitDetail } from './split-detail.ts';

/** Checks that a fixture is about something that exists, gives only values that it has, and holds no credential. */
export function checkFixture(context: CheckContext, fixture: Fixture, names: DeclaredNames): void {
  if (fixture.kind === 'action') {
    checkName(context, 'action', fixture.action, names);
    checkInput(context, fixture, names.inputs.get(fixture.action));
  }
  if (fixture.kind === 'webhook') checkName(context, 'webhook', fixture.webhook, names);
  checkAccount(context, fixture);
  const secrets = context.connector === undefined ? [] : secretNames(context.connector);
  for (const [field, value] of Object.entries(fixture.account ?? {})) {
    if (!secrets.includes(field) || isMadeUp(value)) continue;
    const hint = 'write a made-up value that begins with test-';
    context.report(['account', field], { code: 'credential_in_package', message: credentialMessage, hint });
  }
  checkSecrets(context, fixture, secrets);
  checkAddresses(context, fixture);
}

function checkAddresses(context: CheckContext, fixture: Fixture): void {
  const exchanges = fixture.kind === 'webhook' ? [] : fixture.exchanges;
  for (const [index, { request }] of exchanges.entries()) {
    if (typeof request.url !== 'string' || URL.canParse(request.url)) continue;
    const message = `"${request.url.slice(0, 60)}" is no address`;
    const hint = 'write the whole address that is asked, such as https://api.example.com/me';
    context.report(['exchanges', index, 'request', 'url'], { code: 'wrong_url', message, hint });
  }
}

/** What an author pasted, or recorded before its form was known. */
function checkSecrets({ report }: CheckContext, fixture: Fixture, secrets: readonly string[]): void {
  for (const { path, name, offset } of writtenSecrets(fixture)) {
    if (path[0] === 'account' && secrets.includes(String(path[1]))) continue;
    const message = `${name} stands here, and a real one never stands in a fixture`;
    const hint = 'write a made-up value that begins with test-, the same in requests and answers';
    report(path, { code: 'credential_in_package', message, hint, ...(offset > 0 && { offset }) });
  }
}

function checkName(context: CheckContext, key: 'action' | 'webhook', name: string, names: DeclaredNames): void {
  const known = key === 'action' ? names.actions : names.webhooks;
  if (known.includes(name) || names.unclear.some((path) => mayDeclare(path, key, name))) return;
  const message = `the connector has no ${key} "${name}"`;
  context.report([key], { code: 'unknown_name', message, hint: hintFor(name, known) });
}

/** Whether a file that was reported, such as actions/create-issue.jsonc, or a folder most likely declares a name. */
function mayDeclare(path: string, key: 'action' | 'webhook', name: string): boolean {
  const [folder = '', file = ''] = path.split('/');
  if (nearest(folder, [`${key}s`]) === undefined) return false;
  const spelt = file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return file === '' || spelt === name;
}

/** An input that the action does not take may be given on purpose: to see that it refuses it. */
function checkInput(
  context: CheckContext,
  { action, input, expect }: ActionFixture,
  known: { names: string[]; validate: Validator } | undefined,
): void {
  if (known === undefined || expect?.error === 'invalid_input') return;
  const owner = `the action "${action}" has no input`;
  checkKeys(context, 'input', Object.keys(input), { known: known.names, owner });
  // A name that is unknown is most likely that of an input that seems to be missing.
  if (Object.keys(input).some((name) => !known.names.includes(name))) return;
  for (const { pointer = '#', code, detail } of mistakesOf(known.validate, input)) {
    const { message, advice } = splitDetail(detail);
    const hint = advice ?? `the action "${action}" takes no other; where it is to refuse one, expect invalid_input`;
    context.report(['input', ...fromPointer(pointer)], { code, message, hint, atKey: code === 'unknown_key' });
  }
}

/** A schema that cannot be used has been reported in its own file. */
function mistakesOf(validate: Validator, input: unknown): SchemaMistake[] {
  try {
    return validate(input);
  } catch {
    return [];
  }
}

function checkAccount(context: CheckContext, { account = {} }: Fixture): void {
  const { connector } = context;
  if (connector === undefined) return;
  const brought = connector.signIn.kind === 'oauth2' ? tokenNames : [];
  const known = [...new Set([...accountNames(connector).map(({ name }) => name), ...brought])];
  checkKeys(context, 'account', Object.keys(account), { known, owner: 'an account has no' });
}

function checkKeys(
  context: CheckContext,
  place: 'input' | 'account',
  names: readonly string[],
  { known, owner }: { known: readonly string[]; owner: string },
): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const hint = hintFor(name, known);
    context.report([place, name], { code: 'unknown_name', message: `${owner} "${name}"`, hint, atKey: true });
  }
}

function hintFor(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `known: ${listNames(known, name)}` : `did you mean "${near}"?`;
}
