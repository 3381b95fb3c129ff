import type { Command } from 'commander';
import { printable, table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

/** `branches`: copies of a workspace's records to work on. */
export function registerBranches(program: Command, settings: Settings): void {
  const branches = program
    .command('branches')
    .description('branches of the workspace')
    .addHelpText('after', '\nExample:\n  $ tallyhook branches create spring-cleaning');
  withCommonOptions(branches.command('list').description('list the branches'), 'tallyhook branches list').action(
    (options: CommonOptions) => listBranches(settings, options),
  );
  const create = branches
    .command('create')
    .argument('<name>', 'the name of the new branch')
    .description('create a branch as a copy of another')
    .option('--from <name>', 'the branch to copy', 'main');
  withCommonOptions(create, 'tallyhook branches create spring-cleaning').action(
    (name: string, options: CommonOptions & { from: string }) => createBranch(settings, options, name),
  );
  const remove = branches
    .command('delete')
    .argument('<name>', 'the branch')
    .description('delete a branch and everything on it');
  withCommonOptions(remove, 'tallyhook branches delete spring-cleaning').action(
    (name: string, options: CommonOptions) => deleteBranch(settings, options, name),
  );
}

async function listBranches(settings: Settings, options: CommonOptions): Promise<void> {
  const branches = await useApi(settings, options, (api) => api.call('GET /api/branches'));
  print(settings, options, branches, () =>
    table(
      ['id', 'name'],
      branches.map(({ id, name }) => [id, name]),
    ),
  );
}

async function createBranch(
  settings: Settings,
  options: CommonOptions & { from: string },
  name: string,
): Promise<void> {
  const { from } = options;
  const branch = await useApi(settings, options, (api) => api.call('POST /api/branches', { body: { name, from } }));
  print(settings, options, branch, () => `${branch.id}  ${printable(branch.name)}`);
}

async function deleteBranch(settings: Settings, options: CommonOptions, name: string): Promise<void> {
  await useApi(settings, options, (api) => api.call('DELETE /api/branches/:name', { path: { name } }));
  print(settings, options, { name, deleted: true }, () => `The branch "${printable(name)}" is deleted.`);
}
