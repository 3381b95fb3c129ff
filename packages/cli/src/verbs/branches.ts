import { Problem } from '@tallyhook/schemas';
import type { Command } from 'commander';
import { printable, table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { registerMerges } from './merges.ts';
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
    .description('delete a branch; it can be restored for a week');
  withCommonOptions(remove, 'tallyhook branches delete spring-cleaning').action(
    (name: string, options: CommonOptions) => deleteBranch(settings, options, name),
  );
  const rename = branches
    .command('rename')
    .argument('<name>', 'the branch')
    .argument('<new-name>', 'its new name')
    .description('rename a branch');
  withCommonOptions(rename, 'tallyhook branches rename spring-cleaning spring').action(
    (name: string, to: string, options: CommonOptions) => renameBranch(settings, options, { name, to }),
  );
  const restore = branches
    .command('restore')
    .argument('<name>', 'the name that it had')
    .description('restore a branch within a week of its deletion');
  withCommonOptions(restore, 'tallyhook branches restore spring-cleaning').action(
    (name: string, options: CommonOptions) => restoreBranch(settings, options, name),
  );
  registerMerges(branches, settings);
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

async function renameBranch(
  settings: Settings,
  options: CommonOptions,
  { name, to }: { name: string; to: string },
): Promise<void> {
  const branch = await useApi(settings, options, (api) =>
    api.call('PATCH /api/branches/:name', { path: { name }, body: { name: to } }),
  );
  print(settings, options, branch, () => `${branch.id}  ${printable(branch.name)}`);
}

async function restoreBranch(settings: Settings, options: CommonOptions, name: string): Promise<void> {
  const branch = await useApi(settings, options, async (api) => {
    const deleted = await api.call('GET /api/deleted-branches');
    const found = deleted.find((one) => one.name === name);
    if (found) return api.call('POST /api/deleted-branches/:id/restore', { path: { id: found.id }, body: {} });
    const known = deleted.map((one) => `"${one.name}"`).join(', ') || 'none';
    throw new Problem('not_found', `No deleted branch is called "${name}". Deleted within a week: ${known}.`);
  });
  print(settings, options, branch, () => `${branch.id}  ${printable(branch.name)}`);
}
