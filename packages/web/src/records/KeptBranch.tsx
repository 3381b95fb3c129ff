import { Button } from '@mantine/core';
import { IconGitBranch, IconLock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useBranches } from '../branches/use-branches.ts';
import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { workspaceOf } from '../session/workspace-of.ts';
import { DialogNotLoaded } from '../shell/PartNotLoaded.tsx';
import { loadPart } from '../shell/load-part.tsx';
import classes from './Records.module.css';

const NewBranchDialog = lazy(async () => {
  const load = async () => (await import('../branches/NewBranchDialog.tsx')).NewBranchDialog;
  return { default: await loadPart('NewBranchDialog', load, DialogNotLoaded) };
});

/** Says why a person who may change records cannot do it on this branch, and offers a branch of their own. */
export function KeptBranch() {
  const place = usePlace();
  const workspace = workspaceOf(useSignedIn(), place.workspace);
  const isKept = workspace?.limits.some(
    ({ branch, abilities }) => branch === place.branch && !abilities.includes('write'),
  );
  if (workspace?.abilities.includes('write') !== true || isKept !== true) return null;
  return <Kept role={workspace.role} />;
}

function Kept({ role }: { role: string }) {
  const { branch } = usePlace();
  const kept = useBranches().data?.find(({ name }) => name === branch)?.protection.write;
  const [isMaking, setIsMaking] = useState(false);
  const who = kept === 'owner' ? 'owners' : 'admins and owners';
  return (
    <div className={classes.kept} role="note">
      <IconLock aria-hidden size={15} />
      <span>
        Read-only: only {who} change records on {branch} directly, and your role is {role}. Work on a branch of your
        own, and merge it.
      </span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconGitBranch aria-hidden size={14} />}
        onClick={() => setIsMaking(true)}
      >
        New branch
      </Button>
      {isMaking && (
        <Suspense fallback={null}>
          <NewBranchDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </div>
  );
}
