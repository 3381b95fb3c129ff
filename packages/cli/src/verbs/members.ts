import { Option, type Command } from 'commander';
import type { Role } from '@tallyhook/schemas/api';
import { printable, table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface InviteOptions extends CommonOptions {
  role: Role;
}

const roles: Role[] = ['owner', 'admin', 'member', 'viewer', 'guest'];

/** `members`: who is in the workspace, and who is invited. */
export function registerMembers(program: Command, settings: Settings): void {
  const members = program
    .command('members')
    .description('members of the workspace, their roles and invitations')
    .addHelpText('after', '\nExample:\n  $ tallyhook members invite bo@example.com --role viewer');
  withCommonOptions(members.command('list').description('list the members'), 'tallyhook members list').action(
    (options: CommonOptions) => listMembers(settings, options),
  );
  const invite = members
    .command('invite')
    .argument('<email>', 'the email address of the person')
    .description('mail a link with which a person joins the workspace')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('viewer'));
  withCommonOptions(invite, 'tallyhook members invite bo@example.com --role viewer').action(
    (email: string, options: InviteOptions) => inviteMember(settings, options, email),
  );
  withCommonOptions(
    members.command('invitations').description('list the open invitations'),
    'tallyhook members invitations',
  ).action((options: CommonOptions) => listInvitations(settings, options));
  const role = members
    .command('role')
    .argument('<id>', 'the id that `members list` shows')
    .addArgument(members.createArgument('<role>', 'what they may do from now on').choices(roles))
    .description('change the role of a member');
  withCommonOptions(role, 'tallyhook members role 65f000000000000000000001 admin').action(
    (id: string, given: Role, options: CommonOptions) => changeRole(settings, options, id, given),
  );
  const remove = members
    .command('remove')
    .argument('<id>', 'the id that `members list` shows, or `me` to leave')
    .description('remove a member; their keys and own accounts in the workspace end');
  withCommonOptions(remove, 'tallyhook members remove 65f000000000000000000001').action(
    (id: string, options: CommonOptions) => removeMember(settings, options, id),
  );
}

async function listMembers(settings: Settings, options: CommonOptions): Promise<void> {
  const members = await useApi(settings, options, (api) => api.call('GET /api/members'));
  print(settings, options, members, () =>
    table(
      ['id', 'email', 'name', 'role', 'last seen'],
      members.map(({ personId, email, name, role, lastSeenAt }) => [
        personId,
        email,
        name,
        role,
        lastSeenAt ?? 'never',
      ]),
    ),
  );
}

async function inviteMember(settings: Settings, options: InviteOptions, email: string): Promise<void> {
  const { role } = options;
  const invited = await useApi(settings, options, (api) =>
    api.call('POST /api/invitations', { body: { email, role } }),
  );
  print(
    settings,
    options,
    invited,
    () => `${printable(invited.email)} is invited as ${invited.role}; the link works until ${invited.expiresAt}.`,
  );
}

async function listInvitations(settings: Settings, options: CommonOptions): Promise<void> {
  const open = await useApi(settings, options, (api) => api.call('GET /api/invitations'));
  print(settings, options, open, () =>
    table(
      ['id', 'email', 'role', 'expires'],
      open.map(({ id, email, role, expiresAt }) => [id, email, role, expiresAt]),
    ),
  );
}

async function changeRole(settings: Settings, options: CommonOptions, id: string, role: Role): Promise<void> {
  await useApi(settings, options, (api) => api.call('PATCH /api/members/:id', { path: { id }, body: { role } }));
  print(settings, options, { id, role }, () => `The member ${id} is ${role} now.`);
}

async function removeMember(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  await useApi(settings, options, (api) => api.call('DELETE /api/members/:id', { path: { id } }));
  print(settings, options, { id, removed: true }, () =>
    id === 'me' ? 'You have left the workspace.' : `The member ${id} is removed.`,
  );
}
