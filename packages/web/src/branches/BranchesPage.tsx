import { Button, Skeleton, Stack } from '@mantine/core';
import { IconGitBranch, IconPlus, IconRestore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BranchDetails, DeletedBranch } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import list from '../shell/List.module.css';
import { Moment } from '../shell/Moment.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import { BranchMenu } from './BranchMenu.tsx';
import classes from './Branches.module.css';
import { NewBranchDialog } from './NewBranchDialog.tsx';
import { useBranches, useDeletedBranches, useReloadBranches } from './use-branches.ts';

/** The branches of the workspace: who works on them, and what is not committed or merged. */
export function BranchesPage() {
  const { canAct } = useAbilities();
  const [isMaking, setIsMaking] = useState(false);
  const branches = useBranches();
  const deleted = useDeletedBranches();
  return (
    <>
      <PageHeading title="Branches">
        {canAct && (
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setIsMaking(true)}>
            New branch
          </Button>
        )}
      </PageHeading>
      {branches.error !== null ? (
        <ErrorNote title="Couldn't load the branches" error={branches.error} onRetry={() => void branches.refetch()} />
      ) : branches.data === undefined ? (
        <Skeleton height={200} />
      ) : (
        <Stack gap="md">
          <BranchList branches={branches.data} />
          {deleted.data !== undefined && deleted.data.length > 0 && <DeletedList deleted={deleted.data} />}
        </Stack>
      )}
      {isMaking && <NewBranchDialog onClose={() => setIsMaking(false)} />}
    </>
  );
}

function BranchList({ branches }: { branches: readonly BranchDetails[] }) {
  const formats = useFormats();
  const place = usePlace();
  const columns = [
    { label: 'Name' },
    { label: 'Worked on by', isLess: true },
    { label: 'Last change', isLess: true },
    { label: 'Not committed', isNumber: true, isLess: true },
    { label: 'Compare', isActions: true, isLess: true },
    { label: 'More', isActions: true },
  ];
  return (
    <List
      title="All branches"
      hint="A branch is a copy of everything on which you can work until you merge it."
      columns={columns}
      count={branches.length}
      empty={null}
    >
      {branches.map((branch) => (
        <tr key={branch.id}>
          <th scope="row">
            <Link
              to="/branches/$branchName"
              params={{ branchName: branch.name }}
              className={list.name}
              aria-current={branch.name === place.branch ? 'true' : undefined}
            >
              <IconGitBranch aria-hidden size={14} /> {branch.name}
            </Link>
            <span className={list.sub}>
              {branch.from === undefined ? 'The main branch' : `From ${branch.from}`}
              {branch.createdByName !== undefined && branch.from !== undefined && `, by ${branch.createdByName}`}
              {branch.protection.write !== 'member' && ` · changed directly by ${branch.protection.write}s only`}
            </span>
            <span className={list.more}>
              {branch.uncommitted > 0 && `${formats.value(branch.uncommitted)} not committed. `}
              <CompareLink {...{ branch, branches }} />
            </span>
          </th>
          <td className={list.less}>
            <span className={classes.authors}>
              {branch.authors.slice(0, 3).map(({ by, name }) => (
                <span key={by}>{name ?? 'A workflow'}</span>
              ))}
              {branch.authors.length > 3 && <span className={list.muted}>and {branch.authors.length - 3} more</span>}
              {branch.authors.length === 0 && <span className={list.muted}>Nobody yet</span>}
            </span>
          </td>
          <td className={list.less}>{branch.lastChange === null ? '–' : <Moment at={branch.lastChange.at} />}</td>
          <td className={`${list.number} ${list.less}`}>
            {branch.uncommitted === 0 ? (
              <span className={list.muted}>–</span>
            ) : (
              <Link to="/branches/$branchName" params={{ branchName: branch.name }} className={classes.ahead}>
                {`${formats.value(branch.uncommitted)}${branch.isMoreUncommitted ? '+' : ''}`}
              </Link>
            )}
          </td>
          <td className={`${list.actions} ${list.less}`}>
            <CompareLink {...{ branch, branches }} />
          </td>
          <td className={list.actions}>
            <BranchMenu branch={branch} />
          </td>
        </tr>
      ))}
    </List>
  );
}

function CompareLink({ branch, branches }: { branch: BranchDetails; branches: readonly BranchDetails[] }) {
  const { name: from, from: origin } = branch;
  if (origin === undefined) return null;
  const into = branches.some(({ name }) => name === origin) ? origin : 'main';
  return (
    <Link to="/merge" search={{ from, into }} aria-label={`Compare and merge ${from}`}>
      Compare and merge
    </Link>
  );
}

function DeletedList({ deleted }: { deleted: readonly DeletedBranch[] }) {
  const { canAct } = useAbilities();
  const formats = useFormats();
  const place = usePlace();
  const reload = useReloadBranches();
  const [error, setError] = useState<unknown>();
  const restore = async (id: string) => {
    setError(undefined);
    try {
      await call({ workspace: place.workspace! }, 'POST /api/deleted-branches/:id/restore', { path: { id }, body: {} });
    } catch (problem) {
      setError(problem);
    }
    await reload();
  };
  const columns = [
    { label: 'Name' },
    { label: 'Deleted', isLess: true },
    { label: 'Kept until', isLess: true },
    { label: 'Restore', isActions: true },
  ];
  return (
    <>
      {error !== undefined && <ErrorNote title="Couldn't restore the branch" error={error} />}
      <List title="Deleted" columns={columns} count={deleted.length} empty={null}>
        {deleted.map(({ id, name, deletedAt, keptUntil, records }) => (
          <tr key={id}>
            <th scope="row" className={list.name}>
              {name}
              <span className={list.sub}>
                {counted(records, 'record').replace(String(records), formats.value(records))}
                <span className={list.more}>
                  Kept until <Moment at={keptUntil} as="dayOf" />
                </span>
              </span>
            </th>
            <td className={list.less}>
              <Moment at={deletedAt} />
            </td>
            <td className={list.less}>
              <Moment at={keptUntil} as="dayOf" />
            </td>
            <td className={list.actions}>
              {canAct && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconRestore aria-hidden size={14} />}
                  aria-label={`Restore ${name}`}
                  onClick={() => void restore(id)}
                >
                  Restore
                </Button>
              )}
            </td>
          </tr>
        ))}
      </List>
    </>
  );
}
