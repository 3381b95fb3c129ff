import { randomBytes } from 'node:crypto';
import { compileConnector } from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { linkAccount } from '@tallyhook/store/accounts';
import { openBranch } from '@tallyhook/store/branches';
import { installConnector, releaseConnector } from '@tallyhook/store/connectors';
import { saveDefinition } from '@tallyhook/store/definitions';
import { getDelivery, listDeliveries, type Delivery } from '@tallyhook/store/deliveries';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import type { ConnectorPackage, Workflow, WorkflowCondition } from '@tallyhook/schemas';
import type { Answered, Service } from './start-service.ts';

/** A connector released for one test, and a workspace with an account for it. */
export interface HookScene {
  connector: string;
  workspaceId: string;
  accountId: string;
  /** The account's own address. */
  ownPath: string;
  /** Adds a workflow that listens; returns its id. */
  listen(options?: { events?: string[]; conditions?: WorkflowCondition[] }): Promise<string>;
  /** Posts a delivery; undefined properties are left out. */
  deliver(delivery?: HookDelivery): Promise<Answered>;
  /** The stored deliveries, newest first. */
  deliveries(): Promise<Delivery[]>;
  delivery(id: string): Promise<Delivery>;
}

export interface HookDelivery {
  id?: string | undefined;
  event?: string;
  body?: string | Buffer;
  type?: string | undefined;
  headers?: Record<string, string>;
  path?: string;
}

const defaultWebhook = {
  label: 'Events',
  event: '{{event.headers.x-event}}',
  deliveryId: '{{event.headers.x-delivery}}',
  missingId: 'refuse',
  account: '{{event.body.account}}',
};

/** Creates a workspace with an account called `acme` for a connector: a new one, or one already released. */
export async function setHookScene(
  service: Service,
  { webhook = {}, version = '1.0.0', ...known }: { webhook?: object; version?: string; connector?: string } = {},
): Promise<HookScene> {
  const { store } = service;
  const connector = known.connector ?? `practice-${randomBytes(4).toString('hex')}`;
  if (known.connector === undefined) await release(service, { connector, version, webhook });
  const { workspaceId } = await service.found();
  await installConnector(store, workspaceId, { connector, version }, 'test');
  const branch = await openBranch(store, workspaceId, 'main');
  const account = {
    workspaceId,
    connector,
    label: 'Acme',
    externalId: 'acme',
    isProven: true,
    ownerPersonId: null,
    fields: { token: 'x' },
  };
  const { id: accountId, hookKey } = await linkAccount(store, account);

  return {
    connector,
    workspaceId,
    accountId,
    ownPath: `/hooks/${connector}/${hookKey}`,
    async listen({ events = ['*'], conditions = [] } = {}) {
      const definition: Workflow = {
        name: 'Listen',
        trigger: { kind: 'connector', connector, events, conditions },
        steps: [{ id: 'count', kind: 'runReport', report: newId() }],
      };
      const { id: workflowId } = await saveDefinition(
        store,
        branch,
        'workflow',
        { name: 'Listen', definition },
        'test',
      );
      const workflow = { workspaceId, branchId: branch.id, branchName: 'main', workflowId, definition };
      await publishTriggerRoutes(store, workflow, { on: true, accounts: { [connector]: accountId } }, 'test');
      return workflowId;
    },
    deliver: (delivery = {}) => deliver(service, connector, delivery),
    deliveries: async () => (await listDeliveries(store, workspaceId, { connector, limit: 200 })).deliveries,
    delivery: (id) => getDelivery(store, id),
  };
}

interface Written {
  connector: string;
  version?: string;
  /** Null for no webhook. */
  webhook?: object | null;
  /** More webhooks by name. */
  others?: Record<string, object>;
}

/** Releases one connector version. */
export async function release(service: Service, written: Written): Promise<void> {
  await releaseConnector(service.store, compile(written), { workspaceId: null, by: 'test' });
}

/** Compiles one connector version. */
export function compile({ connector, version = '1.0.0', webhook = {}, others = {} }: Written): ConnectorPackage {
  const more = Object.entries(others).map(([name, other]) => [
    `webhooks/${name}.json`,
    { ...defaultWebhook, ...other },
  ]);
  const files = {
    'connector.json': {
      id: connector,
      name: 'Practice',
      version,
      hosts: ['practice.example'],
      signIn: { kind: 'bearer', token: '{{account.token}}' },
      account: {
        fields: [
          { name: 'name', label: 'Name' },
          { name: 'token', label: 'Token', secret: true },
        ],
        label: '{{account.name}}',
        externalId: '{{account.name}}',
      },
      request: { baseUrl: 'https://practice.example' },
    },
    ...(webhook === null ? {} : { 'webhooks/events.json': { ...defaultWebhook, ...webhook } }),
    ...(Object.fromEntries(more) as object),
  };
  const compiled = compileConnector(
    new Map(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)])),
  );
  if (!compiled.package) throw new Error(JSON.stringify(compiled.problems));
  return compiled.package;
}

/** Posts a delivery to a connector's address. */
export async function deliver(
  service: Pick<Service, 'url'>,
  connector: string,
  delivery: HookDelivery,
): Promise<Answered> {
  const { event = 'opened', body = '{"account":"acme"}', headers = {}, path = `/hooks/${connector}` } = delivery;
  const id = 'id' in delivery ? delivery.id : newId();
  const type = 'type' in delivery ? delivery.type : 'application/json';
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      'x-event': event,
      ...(id === undefined ? {} : { 'x-delivery': id }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    // A buffer gets no default Content-Type.
    body: Buffer.from(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
