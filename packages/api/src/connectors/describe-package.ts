import type { Connector, ConnectorAction, ConnectorPackage } from '@tallyhook/schemas';
import type { ConnectorChange, ConnectorDetail, OfferedAction } from '@tallyhook/schemas/api';
import { comparePackages, type Change } from '@tallyhook/sdk';
import type { Release } from '@tallyhook/store/connectors';
import { describeTemplates } from './describe-templates.ts';
import { describeSignIn } from './describe-sign-in.ts';

/** What a connector itself says: what it does, and what it asks for. */
export function describePackage({
  connector,
  actions,
  webhooks,
  workflows = {},
  icon,
  readme,
  sha256,
}: ConnectorPackage) {
  const { id, name, version, description = '', categories = ['tools'], hosts, signIn } = connector;
  return {
    ...{ connector: id, name, version, sha256, description, categories: [...categories] },
    ...{ icon: icon ?? null, readme: readme ?? null },
    actions: Object.entries(actions).map(([action, declared]) => describeAction(action, declared)),
    webhooks: Object.entries(webhooks).map(([webhook, { label, description: what = '', subscribe }]) => ({
      ...{ name: webhook, label, description: what, isSubscribed: subscribe !== undefined },
    })),
    signIn: describeSignIn(connector),
    signInKind: signInKindOf(signIn),
    scopes: signIn.kind === 'oauth2' ? [...(signIn.scopes ?? [])] : [],
    hosts: [...new Set([...hosts, ...signInHosts(signIn)])],
    templates: describeTemplates(workflows),
  } satisfies Partial<ConnectorDetail>;
}

function signInKindOf(signIn: Connector['signIn']): ConnectorDetail['signInKind'] {
  return signIn.kind === 'oauth2' && signIn.grant === 'clientCredentials' ? 'clientCredentials' : signIn.kind;
}

/** The hosts that give out, refresh and revoke tokens. The page to sign in is opened by a browser, not by us. */
function signInHosts(signIn: Connector['signIn']): string[] {
  if (signIn.kind !== 'oauth2') return [];
  const requests: { url?: string }[] = [signIn.token, signIn.refresh ?? {}, signIn.revoke ?? {}];
  return requests.flatMap(({ url = '' }) => /^https?:\/\/([^/?#]+)/.exec(url)?.slice(1) ?? []);
}

const readingMethods = ['GET', 'HEAD'];
const repeatableMethods = [...readingMethods, 'PUT', 'DELETE'];

function describeAction(name: string, action: ConnectorAction): OfferedAction {
  const { label, description = '', upload, request, repeatable, idempotencyHeader, annotations } = action;
  const { method = 'GET' } = request;
  return {
    ...{ name, label, description, sends: upload?.send ?? null },
    isReading: annotations?.readOnly ?? readingMethods.includes(method),
    isRepeatable: idempotencyHeader !== undefined || (repeatable ?? repeatableMethods.includes(method)),
  };
}

/** The changes of each version since the one before; `releases` and `packages` are in the same order, newest first. */
export function describeVersions(
  releases: readonly Release[],
  packages: readonly ConnectorPackage[],
): ConnectorDetail['versions'] {
  return releases.map(({ version, releasedAt, notes }, index) => {
    const before = packages[index + 1];
    const changes = before === undefined ? [] : comparePackages(before, packages[index]!).changes;
    return {
      ...{ version, releasedAt, before: before?.connector.version ?? null, changes: changes.map(describeChange) },
      ...(notes !== undefined && { notes }),
    };
  });
}

/** A change without its place within the file, which only authors need. */
export function describeChange({ weight, file, pointer, message }: Change): ConnectorChange {
  // Credentials and records can go to one more place: a person should see that, though it breaks nothing.
  const asksMore = weight === 'addition' && file === 'connector.json' && pointer.startsWith('#/hosts');
  return { weight, file, message, ...(asksMore && { asksMore }) };
}
