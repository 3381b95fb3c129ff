import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsExchange, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { isGone } from '../api/gone.ts';
import { usePlace } from '../place.tsx';
import { ReportHeading } from '../reports/ReportHeading.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { workspaceOf } from '../session/workspace-of.ts';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import classes from './Compare.module.css';
import { ComparedAnswers } from './ComparedAnswers.tsx';
import { OtherQuestion } from './OtherQuestion.tsx';
import { useSide } from './use-side.ts';

export interface CompareReportProps {
  reportId: string;
  /** The other branch. */
  against: string;
  /** Whether the question of this branch is asked on both. */
  isSameQuestion: boolean;
}

/** One saved report on two branches: both answers side by side, and this minus that. */
export function CompareReport({ reportId, against, isSameQuestion }: CompareReportProps) {
  const { workspace, branch } = usePlace();
  const branches = workspaceOf(useSignedIn(), workspace)?.branches ?? [];
  const navigate = useNavigate();
  const announce = useAnnounce();
  const here = useSide(branch, reportId);
  const there = useSide(against, reportId, isSameQuestion ? { question: here.answer?.meta.question } : undefined);
  const title = here.report?.name ?? there.report?.name ?? 'Report';
  const names = { here: branch, there: against };
  const problem = problemOf();
  const isCounting = here.isCounting || there.isCounting;
  const go = (search: { branch?: string; against?: string; ask?: 'same' | undefined }) =>
    void navigate({
      to: '/reports/$reportId',
      params: { reportId },
      search: { against, ...(isSameQuestion && { ask: 'same' }), ...search } as never,
    });

  async function countAgain() {
    await Promise.all([here.count(), there.count()]);
    announce(`${title} was counted again on both branches`);
  }
  return (
    <>
      <ReportHeading title={title} printed={`${title}: ${branch} against ${against}`}>
        <Link to="/reports/$reportId" params={{ reportId }} search={{}} className={classes.end}>
          Stop comparing
        </Link>
      </ReportHeading>
      <div className={classes.bar}>
        <span>
          <b>{branch}</b> against
        </span>
        <NativeSelect
          aria-label="Compare with branch"
          size="xs"
          value={against}
          data={[...new Set([...branches, against])].filter((name) => name !== branch || name === against)}
          onChange={({ currentTarget }) => go({ against: currentTarget.value })}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsExchange aria-hidden size={15} />}
          onClick={() => go({ branch: against, against: branch, ask: undefined })}
        >
          Swap
        </Button>
        {problem === undefined && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconRefresh aria-hidden size={15} />}
            aria-disabled={isCounting}
            onClick={() => isCounting || void countAgain()}
          >
            Count both again
          </Button>
        )}
      </div>
      {problem !== undefined ? (
        <p className={classes.note} role="status">
          {problem}
        </p>
      ) : (
        <>
          <OtherQuestion
            {...{ here, there, isSameQuestion }}
            branches={names}
            onAsk={(isSame) => go({ ask: isSame ? 'same' : undefined })}
          />
          <ComparedAnswers {...{ here, there, isSameQuestion }} branches={names} />
        </>
      )}
    </>
  );

  /** Why there is nothing to compare. */
  function problemOf() {
    if (against === branch) return 'This is the same branch. Choose another one to compare with.';
    if (branches.length > 0 && !branches.includes(against))
      return `There is no branch “${against}” in this workspace: it was renamed or deleted. Choose another one.`;
    if (!isGone(here.reportError)) return undefined;
    return isGone(there.reportError)
      ? 'Neither branch has this report. It was deleted on both.'
      : `The report is not on ${branch}. It is only on ${against}: press Swap to ask its question on both.`;
  }
}
