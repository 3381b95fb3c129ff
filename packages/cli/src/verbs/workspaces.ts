import type { Command } from 'commander';
import { printable, table } from '../output.ts';
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
}

async function listWorkspaces(settings: Settings, options: CommonOptions): Promise<void> {
  const workspaces = await useApi(settings, options, (api) => api.call<Workspace[]>({ path: '/api/workspaces' }));
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
