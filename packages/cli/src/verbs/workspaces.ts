import type { Command } from 'commander';
import { Problem } from '@tallyhook/schemas';
import type { Api } from '../api.ts';
import { printable, table } from '../output.ts';
import { readSession, saveSession } from '../session-file.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface Workspace {
  id: string;
  name: string;
  role: string;
  branches: string[];
}

/** `workspaces`: each has its own records, people and keys. */
export function registerWorkspaces(program: Command, settings: Settings): void {
  const workspaces = program.command('workspaces').description('your workspaces');
  withCommonOptions(
    workspaces.command('list').description('the workspaces you are in'),
    'tallyhook workspaces list',
  ).action((options: CommonOptions) => listWorkspaces(settings, options));
  const create = workspaces
    .command('create')
    .argument('<name>', 'what people call it')
    .description('make a workspace with a main branch');
  withCommonOptions(create, 'tallyhook workspaces create Flights').action((name: string, options: CommonOptions) =>
    createWorkspace(settings, options, name),
  );
  const use = workspaces
    .command('use')
    .argument('<workspace>', 'its id or name')
    .description('let later commands be about this workspace');
  withCommonOptions(use, 'tallyhook workspaces use Flights').action((wanted: string, options: CommonOptions) =>
    useWorkspace(settings, options, wanted),
  );
}

async function useWorkspace(settings: Settings, options: CommonOptions, wanted: string): Promise<void> {
  const workspaces = await useApi(settings, options, readWorkspaces);
  const workspace = workspaces.find(({ id, name }) => id === wanted || name === wanted);
  const session = await readSession(settings.sessionFile);
  if (workspace === undefined || session === undefined) {
    const names = workspaces.map(({ name }) => `"${name}"`).join(', ');
    throw new Problem('not_found', `You are in no workspace "${wanted}", but in ${names || 'none'}.`);
  }
  await saveSession(settings.sessionFile, { ...session, workspace: workspace.id });
  print(settings, options, workspace, () => `Later commands are about ${printable(workspace.name)}.`);
}

async function readWorkspaces(api: Api): Promise<Workspace[]> {
  return api.call<Workspace[]>({ path: '/api/workspaces' });
}

async function listWorkspaces(settings: Settings, options: CommonOptions): Promise<void> {
  const workspaces = await useApi(settings, options, readWorkspaces);
  print(settings, options, workspaces, () =>
    table(
      ['id', 'name', 'role', 'branches'],
      workspaces.map(({ id, name, role, branches }) => [id, name, role, branches.join(', ')]),
    ),
  );
}

async function createWorkspace(settings: Settings, options: CommonOptions, name: string): Promise<void> {
  const workspace = await useApi(settings, options, (api) =>
    api.call<Workspace>({ method: 'POST', path: '/api/workspaces', json: { name } }),
  );
  print(settings, options, workspace, () => `${workspace.id}  ${printable(workspace.name)}`);
}
