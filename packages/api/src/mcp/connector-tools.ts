import type { ConnectorPackage } from '@tallyhook/schemas';
import { readsOnly } from '@tallyhook/sdk';
import { listLinkedAccounts } from '@tallyhook/store/accounts';
import {
  findNewestRelease,
  getInstalledPackage,
  getReleasedPackage,
  listInstallations,
} from '@tallyhook/store/connectors';
import { Problem } from '@tallyhook/schemas';
import { describeConnector } from '../connectors/describe-connector.ts';
import { listConnectors } from '../connectors/list-connectors.ts';
import { getConnectors } from '../routes/get-connectors.ts';
import { getInstalledConnectors } from '../routes/get-installed-connectors.ts';
import { canUse } from '../workflows/choose-accounts.ts';
import { defineTool, onlyReads, type AgentTool } from './agent-tool.ts';
import type { ToolCaller } from './tool-caller.ts';

const maxFiles = 300;
const maxProblems = 200;
const maxReadmeLength = 20_000;

const connector = { type: 'string', maxLength: 64, description: 'The id of a connector, such as "github".' };

const listTool = defineTool<{ search?: string }>({
  name: 'list_connectors',
  title: 'List connectors',
  description:
    'Lists the connectors that the workspace has installed, and those of the marketplace. Call it before describe_connector.',
  access: getConnectors.access,
  annotations: onlyReads,
  properties: { search: { type: 'string', maxLength: 100, description: 'Only those with this in their id or name.' } },
  async run({ search = '' }, { deps, caller }) {
    const { marketplace, installed } = await listConnectors(deps.store, caller.workspaceId);
    const wanted = search.toLowerCase();
    const versions = new Map(installed.map(({ connector: id, version }) => [id, version]));
    const connectors = marketplace
      .filter(({ connector: id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
      .map(({ connector: id, name, version }) => ({ id, name, newest: version, installed: versions.get(id) ?? null }));
    const listed = new Set(marketplace.map(({ connector: id }) => id));
    const builds = installed
      .filter(({ connector: id }) => !listed.has(id) && id.includes(wanted))
      .map(({ connector: id, version }) => ({ id, name: id, newest: null, installed: version }));
    return { connectors: [...connectors, ...builds] };
  },
});

const describeTool = defineTool<{ connector: string }>({
  name: 'describe_connector',
  title: 'Describe a connector',
  description:
    'Explains a connector: what it does, how people sign in, its actions with the JSON Schema of their inputs, its webhooks, and the linked accounts that you can use.',
  access: getInstalledConnectors.access,
  annotations: onlyReads,
  properties: { connector },
  required: ['connector'],
  async run({ connector: id }, from) {
    const { released, isInstalled } = await findPackage(id, from);
    const { actions, ...described } = describeConnector(released);
    const { hosts, description = '' } = released.connector;
    return {
      ...described,
      icon: undefined,
      description,
      isInstalled,
      hosts,
      actions: actions.map((action) => ({ ...action, readsOnly: readsOnly(released.actions[action.name]!) })),
      readme: (released.readme ?? '').slice(0, maxReadmeLength),
      accounts: await listUsableAccounts(id, from),
    };
  },
});

/** The installed version, or the newest one that can be installed. */
async function findPackage(
  id: string,
  { deps: { store }, caller: { workspaceId } }: ToolCaller,
): Promise<{ released: ConnectorPackage; isInstalled: boolean }> {
  const installed = await listInstallations(store, workspaceId);
  if (installed.some((one) => one.connector === id))
    return { released: await getInstalledPackage(store, workspaceId, id), isInstalled: true };
  const newest = await findNewestRelease(store, { workspaceId }, id);
  if (newest === undefined)
    throw new Problem('not_found', `There is no connector "${id}": list_connectors lists them.`);
  const released = await getReleasedPackage(store, { workspaceId }, { connector: id, version: newest.version });
  return { released, isInstalled: false };
}

/** The accounts that the caller can use in workflows; none for those who cannot write workflows. */
async function listUsableAccounts(id: string, { deps, caller: { workspaceId, personId, abilities } }: ToolCaller) {
  if (!abilities.has('write')) return [];
  const accounts = await listLinkedAccounts(deps.store, workspaceId, id);
  return accounts
    .filter((account) => canUse(account, personId))
    .map(({ id: account, label, externalId, refused, stopped }) => ({
      ...{ id: account, label, externalId },
      works: (refused ?? stopped ?? undefined) === undefined,
    }));
}

const validateTool = defineTool<{ files: Record<string, string> }>({
  name: 'validate_connector',
  title: 'Validate a connector',
  description:
    'Checks the files of a connector, and returns the same problems as `tallyhook validate`, each with file, line, column, code and what to do. Nothing is stored. Example: {"files":{"connector.json":"{…}","actions/create-contact.json":"{…}"}}',
  access: getConnectors.access,
  annotations: onlyReads,
  properties: {
    files: {
      type: 'object',
      description: 'The text of each file by its path in the folder.',
      minProperties: 1,
      maxProperties: maxFiles,
      additionalProperties: { type: 'string' },
    },
  },
  required: ['files'],
  async run({ files }, { deps }) {
    const sent = Object.entries(files).map(([path, text]) => ({ path, text }));
    const { problems } = await deps.agentWork.run({ kind: 'compile', files: sent });
    const isValid = problems.every(({ severity }) => severity !== 'error');
    const shown = problems.slice(0, maxProblems);
    return {
      isValid,
      problems: shown,
      ...(shown.length < problems.length ? { left: problems.length - shown.length } : {}),
    };
  },
});

/** Tools about connectors that change nothing. */
export const connectorTools: readonly AgentTool[] = [listTool, describeTool, validateTool];
