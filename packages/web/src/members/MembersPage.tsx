import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation, Member } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { roleLabels, rolesFor, type Role } from './roles.ts';
import { Moment } from '../shell/Moment.tsx';

/** Who belongs to the workspace, with which role, and who is invited. */
export function MembersPage() {
  const { canManage } = useAbilities();
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHeading title="Members">
        {canManage && (
          <Button leftSection={<IconUserPlus aria-hidden size={16} />} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        )}
      </PageHeading>
      {canManage ? (
        <Members />
      ) : (
        <ManagersOnly>It shows who belongs to the workspace, and who is invited.</ManagersOnly>
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}

function Members() {
  const place = usePlace();
  const members = useQuery({
    queryKey: ['members', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/members', { signal }),
  });
  const invitations = useQuery({
    queryKey: ['invitations', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/invitations', { signal }),
  });
  if (members.error !== null)
    return <ErrorNote title="Couldn't load the members" error={members.error} onRetry={() => void members.refetch()} />;
  if (members.data === undefined) return <Skeleton height={280} />;
  return (
    <Stack gap="md">
      <MemberList members={members.data} />
      <InvitationList invitations={invitations.data ?? []} />
    </Stack>
  );
}

function MemberList({ members }: { members: readonly Member[] }) {
  const [error, setError] = useState<unknown>();
  return (
    <>
      {error !== undefined && <ErrorNote title="Couldn't change the role" error={error} />}
      <List
        title="Members"
        hint={`${members.length}`}
        count={members.length}
        empty="Nobody belongs to this workspace."
        columns={[
          { label: 'Person' },
          { label: 'Role' },
          { label: 'Last seen', isLess: true },
          { label: 'Sessions', isNumber: true, isLess: true },
          { label: 'Leaving would end', isLess: true },
          { label: 'Actions', isActions: true },
        ]}
      >
        {members.map((member) => (
          <MemberRow key={member.personId} member={member} onError={setError} />
        ))}
      </List>
    </>
  );
}

function MemberRow({ member, onError }: { member: Member; onError: (error: unknown) => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { person, workspaces } = useSignedIn();
  const [isRemoving, setIsRemoving] = useState(false);
  const { personId, name, email, role, lastSeenAt, sessions } = member;
  const ownRole = workspaces.find(({ id }) => id === place.workspace)?.role;
  const isSelf = personId === person.id;
  const refresh = () => queries.invalidateQueries({ queryKey: ['members', place.workspace] });

  async function changeRole(next: Role) {
    onError(undefined);
    try {
      await call(place, 'PATCH /api/members/:id', { path: { id: personId }, body: { role: next } });
      announce(`${name} is now ${roleLabels[next]}`);
    } catch (error) {
      onError(error);
    }
    await refresh();
  }

  async function remove() {
    await call(place, 'DELETE /api/members/:id', { path: { id: isSelf ? 'me' : personId } });
    if (isSelf) window.location.assign('/');
    else await refresh();
  }

  const roles = rolesFor(ownRole, role);
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{name}</span>
        <span className={classes.sub}>{email}</span>
        <span className={`${classes.sub} ${classes.more}`}>
          Last seen {lastSeenAt === null ? 'never' : <Moment at={lastSeenAt} />} · {sessions}{' '}
          {sessions === 1 ? 'session' : 'sessions'}
          {parts(member).map((part) => ` · ${part}`)}
        </span>
      </th>
      <td>
        {roles.length > 1 && !isSelf ? (
          <NativeSelect
            aria-label={`Role of ${name}`}
            size="xs"
            value={role}
            data={roles.map((one) => ({ value: one, label: roleLabels[one] }))}
            onChange={({ currentTarget }) => void changeRole(currentTarget.value as Role)}
          />
        ) : (
          roleLabels[role]
        )}
      </td>
      <td className={`${classes.muted} ${classes.less}`}>
        {lastSeenAt === null ? 'Never' : <Moment at={lastSeenAt} />}
      </td>
      <td className={`${classes.number} ${classes.less}`}>{sessions}</td>
      <td className={`${classes.muted} ${classes.less}`}>{whatEnds(member)}</td>
      <td className={classes.actions}>
        <Button variant="subtle" color="red" size="xs" onClick={() => setIsRemoving(true)}>
          {isSelf ? 'Leave' : 'Remove'}
        </Button>
        {isRemoving && (
          <ConfirmDialog
            title={isSelf ? 'Leave this workspace?' : `Remove ${name}?`}
            consequence={`${isSelf ? 'You lose' : `${name} loses`} access at once. ${endsSentence(member)}`}
            action={isSelf ? 'Leave' : 'Remove'}
            onClose={() => setIsRemoving(false)}
            onConfirm={remove}
          />
        )}
      </td>
    </tr>
  );
}

function parts({ keys, ownAccounts }: Member): string[] {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  return [...counted(keys, 'key', 'keys'), ...counted(ownAccounts, 'own account', 'own accounts')];
}

const whatEnds = (member: Member) => parts(member).join(', ') || '–';

function endsSentence(member: Member): string {
  const ended = parts(member);
  if (ended.length === 0) return 'No key and no linked account ends with it.';
  return `${ended.join(' and ')} end with it, and workflows that use them stop.`;
}

function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const place = usePlace();
  const queries = useQueryClient();
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  return (
    <List
      title="Invitations"
      hint="Each link works once, for 7 days. It goes to the invited email alone."
      count={invitations.length}
      empty="Nobody is invited."
      columns={[
        { label: 'Email' },
        { label: 'Role' },
        { label: 'Invited', isLess: true },
        { label: 'Ends', isLess: true },
        { label: 'Actions', isActions: true },
      ]}
    >
      {invitations.map((invitation) => (
        <tr key={invitation.id}>
          <th scope="row">
            <span className={classes.name}>{invitation.email}</span>
            <span className={`${classes.sub} ${classes.more}`}>
              Invited <Moment at={invitation.createdAt} /> · ends <Moment at={invitation.expiresAt} />
            </span>
          </th>
          <td>{roleLabels[invitation.role]}</td>
          <td className={`${classes.muted} ${classes.less}`}>
            <Moment at={invitation.createdAt} />
          </td>
          <td className={`${classes.muted} ${classes.less}`}>
            <Moment at={invitation.expiresAt} />
          </td>
          <td className={classes.actions}>
            <Button variant="subtle" color="red" size="xs" onClick={() => setWithdrawn(invitation)}>
              Withdraw
            </Button>
          </td>
        </tr>
      ))}
      {withdrawn !== undefined && (
        <ConfirmDialog
          title={`Withdraw the invitation of ${withdrawn.email}?`}
          consequence="Its link stops working."
          action="Withdraw"
          onClose={() => setWithdrawn(undefined)}
          onConfirm={async () => {
            await call(place, 'DELETE /api/invitations/:id', { path: { id: withdrawn.id } });
            await queries.invalidateQueries({ queryKey: ['invitations', place.workspace] });
          }}
        />
      )}
    </List>
  );
}
