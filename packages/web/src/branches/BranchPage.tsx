import { Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowBackUp, IconGitCommit, IconGitMerge } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChangeCounts, Commit } from '@tallyhook/schemas/api';
import { useTypes } from '../api/queries.ts';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import list from '../shell/List.module.css';
import { Moment } from '../shell/Moment.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Branches.module.css';
import { CommitDialog } from './CommitDialog.tsx';
import { describeCounts, nameOfType, totalOf } from './describe-changes.ts';
import { Differences } from './Differences.tsx';
import { RevertDialog } from './RevertDialog.tsx';
import { useBranches, useCommits } from './use-branches.ts';

/** One branch: what is not committed, and its commits. */
export function BranchPage() {
  const { branchName } = useParams({ from: '/branches/$branchName' });
  const commits = useCommits(branchName);
  const branches = useBranches();
  const branch = branches.data?.find(({ name }) => name === branchName);
  return (
    <>
      <PageHeading title={branchName} parent={<Link to="/branches">Branches</Link>}>
        {branch?.from !== undefined && (
          <Button
            variant="default"
            leftSection={<IconGitMerge aria-hidden size={16} />}
            renderRoot={(props) => (
              <Link {...props} to="/merge" search={{ from: branchName, into: branch.from ?? 'main' }} />
            )}
          >
            Compare and merge
          </Button>
        )}
      </PageHeading>
      {branches.data !== undefined && branch === undefined ? (
        <p className={classes.note} role="status">
          <span>
            The branch {branchName} was deleted or renamed. <Link to="/branches">See all branches</Link>, also those
            that can be restored.
          </span>
        </p>
      ) : commits.error !== null ? (
        <ErrorNote title="Couldn't load the commits" error={commits.error} onRetry={() => void commits.refetch()} />
      ) : commits.data === undefined ? (
        <Skeleton height={200} />
      ) : (
        <Stack gap="md">
          <Uncommitted branch={branchName} counts={commits.data.pages[0]!.uncommitted} />
          <History branch={branchName} commits={commits.data.pages.flatMap((page) => page.commits)} />
          {commits.hasNextPage && (
            <Button variant="default" onClick={() => void commits.fetchNextPage()}>
              Show older commits
            </Button>
          )}
        </Stack>
      )}
    </>
  );
}

function Uncommitted({ branch, counts }: { branch: string; counts: Record<string, ChangeCounts> }) {
  const { canWrite } = useAbilities(branch);
  const formats = useFormats();
  const [isShown, setIsShown] = useState(false);
  const [isCommitting, setIsCommitting] = useState(false);
  const total = totalOf(counts);
  if (total === 0) return <p className={classes.note}>Everything on this branch is committed.</p>;
  return (
    <Stack gap="sm">
      <div className={classes.note}>
        <div className={classes.grow}>
          <h2>{total === 1 ? '1 change is not committed' : `${formats.value(total)} changes are not committed`}</h2>
          <span className={classes.muted}>A commit gives them a name. Reports count them either way.</span>
        </div>
        <Button variant="default" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide them' : 'Show them'}
        </Button>
        {canWrite && (
          <Button leftSection={<IconGitCommit aria-hidden size={16} />} onClick={() => setIsCommitting(true)}>
            Commit
          </Button>
        )}
      </div>
      {isShown && <Differences of={{ branch, commit: undefined }} counts={counts} before="Before" after="Now" />}
      {isCommitting && <CommitDialog branch={branch} counts={counts} onClose={() => setIsCommitting(false)} />}
    </Stack>
  );
}

function History({ branch, commits }: { branch: string; commits: readonly Commit[] }) {
  const columns = [
    { label: 'Commit' },
    { label: 'What changed', isLess: true },
    { label: 'By', isLess: true },
    { label: 'When' },
    { label: 'Actions', isActions: true },
  ];
  return (
    <List
      title="History"
      columns={columns}
      count={commits.length}
      empty="No commits on this branch yet. Commit changes to give them a name."
    >
      {commits.map((commit) => (
        <CommitRow key={commit.id} branch={branch} commit={commit} />
      ))}
    </List>
  );
}

function CommitRow({ branch, commit }: { branch: string; commit: Commit }) {
  const { id, kind, message, by, byName, at, counts, from } = commit;
  const { canWrite } = useAbilities(branch);
  const types = useTypes().data ?? [];
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [isReverting, setIsReverting] = useState(false);
  const kinds = Object.entries(counts).map(
    ([type, of]) => `${nameOfType(type, types)}: ${describeCounts(of, formats)}`,
  );
  const what = { commit: 'Commit', merge: `Merge of ${from ?? 'a branch'}`, revert: 'Revert' }[kind];
  return (
    <>
      <tr>
        <th scope="row" className={list.name}>
          {message}
          <span className={list.sub}>{what}</span>
        </th>
        <td className={list.less}>{kinds.length === 0 ? 'Nothing' : kinds.join('; ')}</td>
        <td className={list.less}>{byName ?? by}</td>
        <td>
          <Moment at={at} />
        </td>
        <td className={list.actions}>
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Changes'} of ${message}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Changes'}
          </Button>
          {canWrite && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconArrowBackUp aria-hidden size={14} />}
              aria-label={`Revert ${message}`}
              onClick={() => setIsReverting(true)}
            >
              Revert
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Differences of={{ branch, commit: id }} counts={counts} before="Before" after="After" />
          </td>
        </tr>
      )}
      {isReverting && <RevertDialog branch={branch} commit={commit} onClose={() => setIsReverting(false)} />}
    </>
  );
}
