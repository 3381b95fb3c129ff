import { type ActionFixture, type Fixture, toPointer } from '@tallyhook/schemas';
import { isMadeUp } from '../fixtures/made-up.ts';
import { accountNames, tokenNames } from '../sign-in/account-names.ts';
import { writtenSecrets } from '../recording/written-secrets.ts';
import type { DeclaredInputs, DeclaredNames } from './check-file.ts';
import { checkKeys, checkValues, nearestOf } from './check-given.ts';
import { shortened } from './check-constants.ts';
import { checkSpellings } from './check-header-names.ts';
import { checkSubscriptionFixture, keptCredentials } from './check-subscription-fixture.ts';
import type { CheckContext } from './context.ts';
import { partAt } from './texts-in.ts';
import type { JsonPath } from './source-file.ts';

/** Checks that a fixture tests something that exists, gives only known values, and contains no credential. */
export function checkFixture(context: CheckContext, fixture: Fixture, names: DeclaredNames): void {
  checkSubject(context, fixture, names);
  checkAccount(context, fixture);
  checkCredentials(context, fixture, names);
  checkAddresses(context, fixture);
  checkHeaders(context, fixture);
}

function checkSubject(context: CheckContext, fixture: Fixture, names: DeclaredNames): void {
  switch (fixture.kind) {
    case 'action':
      checkName(context, 'action', fixture.action, names);
      return checkInput(context, fixture, names.inputs.get(fixture.action));
    case 'webhook':
      return checkName(context, 'webhook', fixture.webhook, names);
    case 'subscribe':
    case 'renew':
    case 'unsubscribe':
      checkName(context, 'webhook', fixture.webhook, names);
      return checkSubscriptionFixture(context, fixture, names.subscriptions.get(fixture.webhook));
    case 'signIn':
  }
}

function checkHeaders(context: CheckContext, fixture: Fixture): void {
  if (fixture.kind === 'webhook') return checkSpellings(context, ['delivery', 'headers'], fixture.delivery.headers);
  for (const [index, exchange] of fixture.exchanges.entries())
    for (const part of ['request', 'response'] as const)
      checkSpellings(context, ['exchanges', index, part, 'headers'], exchange[part].headers);
}

function checkAddresses(context: CheckContext, fixture: Fixture): void {
  const exchanges = fixture.kind === 'webhook' ? [] : fixture.exchanges;
  for (const [index, { request }] of exchanges.entries())
    checkAddress(context, ['exchanges', index, 'request', 'url'], request.url);
  if ('hook' in fixture) checkAddress(context, ['hook', 'url'], fixture.hook?.url);
}

function checkAddress(context: CheckContext, path: JsonPath, url: string | undefined): void {
  if (typeof url !== 'string' || URL.canParse(url)) return;
  const message = `"${url.slice(0, 60)}" is not an address`;
  const hint = 'write the full address of the request, such as https://api.example.com/me';
  context.report(path, { code: 'wrong_url', message, hint });
}

/** Reports declared credentials first, then those an author pasted or recorded before their form was known. */
function checkCredentials(context: CheckContext, fixture: Fixture, names: DeclaredNames): void {
  const declared = declaredCredentials(fixture, names);
  for (const path of declared) {
    const value = partAt(fixture, path);
    if (isMadeUp(value)) continue;
    const message = `${shortened(value)} is declared secret; a fixture must not contain a real one`;
    const hint = 'write a made-up value that starts with test-';
    context.report(path, { code: 'credential_in_package', message, hint, secret: String(value) });
  }
  const reported = declared.map(toPointer);
  for (const { path, name, value, offset } of writtenSecrets(fixture)) {
    if (reported.includes(toPointer(path))) continue;
    const message = `${shortened(value)} is a credential (${name}); a fixture must not contain a real one`;
    const hint = 'write a made-up value that starts with test-, the same in requests and responses';
    const where = { secret: value, ...(offset > 0 && { offset }) };
    context.report(path, { code: 'credential_in_package', message, hint, ...where });
  }
}

/** Finds the places where a fixture gives a value declared as a credential. */
function declaredCredentials(fixture: Fixture, names: DeclaredNames): JsonPath[] {
  const ofAccount = Object.keys(fixture.account ?? {}).filter((field) => names.secrets.includes(field));
  const isSubscription = fixture.kind === 'subscribe' || fixture.kind === 'renew' || fixture.kind === 'unsubscribe';
  const kept = isSubscription ? keptCredentials(fixture, names.subscriptions.get(fixture.webhook)) : [];
  return [...ofAccount.map((field) => ['account', field]), ...kept];
}

function checkName(context: CheckContext, key: 'action' | 'webhook', name: string, names: DeclaredNames): void {
  const known = key === 'action' ? names.actions : names.webhooks;
  // An unreadable or misplaced file may declare it.
  if (known.includes(name) || names.isUnclear) return;
  const message = `the connector has no ${key} "${name}"`;
  context.report([key], { code: 'unknown_name', message, ...nearestOf(name, known) });
}

/** A fixture may give an unknown input on purpose, to test that the action refuses it. */
function checkInput(
  context: CheckContext,
  { action, input, expect }: ActionFixture,
  known: DeclaredInputs | undefined,
): void {
  if (known === undefined || expect?.error === 'invalid_input') return;
  checkValues(context, ['input'], input, { ...known, whose: `the action "${action}"` });
}

function checkAccount(context: CheckContext, { account }: Fixture): void {
  const { connector } = context;
  if (connector === undefined) return;
  const brought = connector.signIn.kind === 'oauth2' ? tokenNames : [];
  const known = [...new Set([...accountNames(connector).map(({ name }) => name), ...brought])];
  checkKeys(context, ['account'], account, { known, owner: 'the account has no' });
}
