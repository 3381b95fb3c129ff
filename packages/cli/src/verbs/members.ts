import { Option, type Command } from 'commander';
import type { Role } from '@tallyhook/schemas/api';
import { Problem } from '@tallyhook/schemas';
import { printable, table } from '../output.ts';
import { readSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface AddOptions extends CommonOptions {
  role: Role;
  name?: string;
  password?: string;
}

/** `members`: who is in the workspace. */
export function registerMembers(program: Command, settings: Settings): void {
  const members = program
    .command('members')
    .description('members of the workspace and their roles')
    .addHelpText('after', '\nExample:\n  $ tallyhook members add bo@example.com --role viewer --name Bo');
  withCommonOptions(members.command('list').description('list the members'), 'tallyhook members list').action(
    (options: CommonOptions) => listMembers(settings, options),
  );
  const add = members
    .command('add')
    .argument('<email>', 'the email address of the person')
    .description('add a person to the workspace')
    .addOption(
      new Option('--role <role>', 'what they may do')
        .choices(['owner', 'admin', 'member', 'viewer', 'guest'])
        .default('viewer'),
    )
    .option('--name <text>', 'their name')
    .option(
      '--password <text>',
      'for a new person; other programs can see it, so omit it for a prompt or standard input',
    );
  withCommonOptions(add, 'tallyhook members add bo@example.com --role viewer --name Bo').action(
    (email: string, options: AddOptions) => addMember(settings, options, email),
  );
}

async function listMembers(settings: Settings, options: CommonOptions): Promise<void> {
  const members = await useApi(settings, options, (api) => api.call('GET /api/members'));
  print(settings, options, members, () =>
    table(
      ['id', 'email', 'name', 'role'],
      members.map(({ personId, email, name, role }) => [personId, email, name, role]),
    ),
  );
}

async function addMember(settings: Settings, options: AddOptions, email: string): Promise<void> {
  const { role, name, password } = options;
  const add = (given: string | undefined) =>
    useApi(settings, options, (api) => api.call('POST /api/members', { body: { email, role, name, password: given } }));
  const member = await add(password).catch(async (error: unknown) => {
    if (password !== undefined || !isPasswordMissing(error)) throw error;
    return add((await readSecrets(settings, ['Password']))[0]);
  });
  print(settings, options, member, () => `${printable(member.email)} is in the workspace as ${member.role}.`);
}

/** Only a new person needs a password. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Problem && error.errors.some(({ pointer }) => pointer === '#/password');
}
