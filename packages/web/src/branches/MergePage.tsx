import { Button, NativeSelect, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconArrowsExchange, IconGitMerge } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { MergePreview } from '@tallyhook/schemas/api';
import { callInLines } from '../api/call-in-lines.ts';
import { Refusal } from '../api/send.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Branches.module.css';
import { ConflictCard } from './ConflictCard.tsx';
import { choiceOf, decide, openOf, partsOf, problemsOf, type Choice, type Decisions, type Side } from './decisions.ts';
import { totalOf } from './describe-changes.ts';
import { TypeDifferences } from './Differences.tsx';
import { MergedTypes } from './MergedTypes.tsx';
import { conflictsKind, MergeKinds } from './MergeKinds.tsx';
import { MoreConflicts } from './MoreConflicts.tsx';
import { ReportsToCompare } from './ReportsToCompare.tsx';
import { useConflictKeys } from './use-conflict-keys.ts';
import {
  useBranches,
  useDecidedMerge,
  useMergePreview,
  useReloadBranches,
  type ConflictPages,
  type MergeChoices,
} from './use-branches.ts';

/** The search parameters of the merge page. */
export interface MergeSearch {
  from?: string;
  into?: string;
}

/** Compares two branches and merges one into the other: open conflicts first, then everything that comes along. */
export function MergePage() {
  const { from: given, into: target = 'main' } = useSearch({ from: '/merge' });
  const place = usePlace();
  const from = given ?? place.branch;
  const preview = useMergePreview(from, target);
  const title = from === target ? 'Compare branches' : `Merge ${from}`;
  return (
    <>
      {preview.data === undefined && <PageHeading title={title} parent={<Link to="/branches">Branches</Link>} />}
      {preview.data === undefined && <Sides from={from} into={target} />}
      {from === target ? (
        <p>Choose two branches to compare.</p>
      ) : preview.error !== null && preview.data === undefined ? (
        <ErrorNote title="Couldn't compare the branches" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <Skeleton height={240} />
      ) : (
        <Merging key={`${from} ${target}`} preview={preview.data} pages={preview} />
      )}
    </>
  );
}

/** The two branches, and what goes the other way. */
function Sides({ from, into }: { from: string; into: string }) {
  const branches = useBranches().data?.map(({ name }) => name) ?? [...new Set([from, into])];
  const navigate = useNavigate();
  const go = (search: MergeSearch) => void navigate({ to: '/merge', search: { from, into, ...search } });
  return (
    <div className={classes.line}>
      <NativeSelect
        aria-label="Merge from"
        size="xs"
        value={from}
        data={branches}
        onChange={({ currentTarget }) => go({ from: currentTarget.value })}
      />
      <IconArrowRight aria-hidden size={16} />
      <NativeSelect
        aria-label="Merge into"
        size="xs"
        value={into}
        data={branches}
        onChange={({ currentTarget }) => go({ into: currentTarget.value })}
      />
    </div>
  );
}

function Merging({ preview, pages }: { preview: MergePreview; pages: ConflictPages }) {
  const { from, into, conflictCount, conflicts, stops, labels } = preview;
  const { workspace } = usePlace();
  const { canMerge } = useAbilities(into);
  const navigate = useNavigate();
  const reload = useReloadBranches();
  const announce = useAnnounce();
  const formats = useFormats();
  const [decisions, setDecisions] = useState<Decisions>({});
  const [rest, setRest] = useState<Side>();
  const [looked, setLooked] = useState<number>();
  const [isMerging, setIsMerging] = useState(false);
  const [error, setError] = useState<unknown>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [chosenKind, setChosenKind] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const parts = partsOf(conflicts);
  const open = openOf(decisions, parts, problems);
  // Records that are not listed yet; each has at least one part to decide.
  const hidden = conflictCount - conflicts.length;
  const isHidden = hidden > 0;
  const choices: MergeChoices = {
    decisions: parts.flatMap((part) => (choiceOf(decisions, part) === undefined ? [] : [decisions[part.key]!])),
    ...(rest !== undefined && { rest }),
  };
  const decided = useDecidedMerge(from, into, choices);
  // A decision about a type changes, and may lose, what the records have.
  const { counts, types, refusals, conflictCount: undecided } = decided ?? preview;
  const openCount = open.length + (rest === undefined ? hidden : 0);
  // Somebody may have changed a branch since.
  const isRefused = error instanceof Refusal && error.code === 'would_lose';
  const isLossy = isRefused || types.some(({ removed, lost }) => removed + lost > 0);
  const areConflictsOpen = open.length > 0 || (isHidden && rest === undefined);
  const isOpen = areConflictsOpen || refusals.length > 0 || (isLossy && !isAccepted);
  const total = totalOf(counts);
  const brought = total + undecided;
  const kinds = [...(parts.length > 0 ? [conflictsKind] : []), ...Object.keys(counts)];
  const kind = chosenKind !== undefined && kinds.includes(chosenKind) ? chosenKind : kinds[0];
  const shownType = kind === conflictsKind ? Object.keys(counts)[0] : kind;
  const choose = (part: (typeof parts)[number], choice: Choice) => {
    setDecisions((all) => decide(all, [part], choice));
    setIsAccepted(false);
    setProblems((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== part.key)));
  };
  useConflictKeys(
    parts.map(({ key }) => key),
    (key, side) => {
      const part = parts.find((one) => one.key === key);
      if (part) choose(part, side);
    },
  );

  async function merge() {
    const sent: Decisions = Object.fromEntries(
      parts.flatMap(({ key }) => (decisions[key] === undefined ? [] : [[key, decisions[key]]])),
    );
    setIsMerging(true);
    setError(undefined);
    setProblems({});
    try {
      const sides = { decisions: Object.values(sent), ...(rest !== undefined && { rest }) };
      const choices = { ...sides, ...(isAccepted && { acceptLoss: true }) };
      const body = { from, into, message: `Merge ${from}`, ...choices };
      await callInLines({ workspace: workspace! }, 'POST /api/merges', { body }, (progress) =>
        setLooked(progress.looked),
      );
      setIsDone(true);
      announce(`${from} is merged into ${into}`);
    } catch (problem) {
      setError(problem);
      if (problem instanceof Refusal) setProblems(problemsOf(sent, problem.errors));
    } finally {
      setIsMerging(false);
      setLooked(undefined);
      await reload();
    }
  }

  const takeRest = (side: Side) => {
    setDecisions((all) => decide(all, open, side));
    setIsAccepted(false);
    // Only for those that are not listed: one that somebody changes meanwhile has to be looked at again.
    if (isHidden) setRest(side);
    setProblems({});
  };

  return (
    <>
      <PageHeading title={`Merge ${from}`} parent={<Link to="/branches">Branches</Link>}>
        <Button
          variant="subtle"
          leftSection={<IconArrowsExchange aria-hidden size={16} />}
          onClick={() => void navigate({ to: '/merge', search: { from: into, into: from } })}
        >
          The other way
        </Button>
        {canMerge && total + parts.length > 0 && (
          <BusyButton
            isBusy={isMerging}
            leftSection={<IconGitMerge aria-hidden size={16} />}
            {...(isOpen && { variant: 'default' })}
            onClick={() => (isOpen ? undefined : void merge())}
          >
            {brought === 0 ? 'Merge' : `Merge ${formats.value(brought)} ${brought === 1 ? 'change' : 'changes'}`}
          </BusyButton>
        )}
      </PageHeading>
      <Stack gap="md">
        <Sides from={from} into={into} />
        {looked !== undefined && (
          <div role="status">
            <Progress value={100} animated aria-label="Merging" />
            <Text size="sm">{formats.value(looked)} records compared</Text>
          </div>
        )}
        {error !== undefined && (
          <ErrorNote title="Nothing was merged" error={error} advice="Look at the conflicts again, then merge." />
        )}
        {isDone && total === 0 && (
          <p className={classes.note} role="status">
            {from} is merged into {into}.{' '}
            <Link to="/branches/$branchName" params={{ branchName: into }}>
              See the commit
            </Link>
          </p>
        )}
        {!canMerge && (
          <p className={classes.note}>
            Your role cannot merge into {into}. Ask somebody who may, or merge the other way.
          </p>
        )}
        {total + parts.length === 0 && !isDone && (
          <p className={classes.note}>
            {into} has everything that is on {from}.
          </p>
        )}
        <MergedTypes
          {...{ types, refusals, stops, isLossy, isAccepted }}
          onAccept={(accepted) => {
            setIsAccepted(accepted);
            setError(undefined);
          }}
        />
        <div className={classes.columns}>
          <MergeKinds
            kinds={kinds}
            counts={counts}
            chosen={kind}
            conflicts={{ open: openCount, all: parts.length + hidden }}
            onChoose={setChosenKind}
          />
          <Stack gap="md" className={classes.content}>
            {kind === conflictsKind && (
              <section className={classes.note} data-open={areConflictsOpen || undefined} aria-label="Conflicts">
                <div className={classes.grow}>
                  <h2>
                    {areConflictsOpen
                      ? `${counted(openCount, 'conflict is', 'conflicts are')} open`
                      : 'All conflicts are decided'}
                    {parts.length > open.length && areConflictsOpen ? `, ${parts.length - open.length} decided` : ''}
                  </h2>
                  <span className={classes.muted}>
                    Both branches changed the same field. Nothing is written until you merge; then all of it or none. J
                    and K walk, 1 and 2 choose, 3 is for another value.
                    {isHidden &&
                      ` ${formats.value(conflicts.length)} of ${formats.value(conflictCount)} records are listed.`}
                  </span>
                </div>
                {areConflictsOpen && (
                  <>
                    <Button variant="default" size="xs" onClick={() => takeRest('from')}>
                      Rest from {from}
                    </Button>
                    <Button variant="default" size="xs" onClick={() => takeRest('into')}>
                      Rest from {into}
                    </Button>
                  </>
                )}
              </section>
            )}
            {kind === conflictsKind &&
              parts.map((part) => (
                <ConflictCard
                  key={part.key}
                  open={part}
                  from={from}
                  into={into}
                  labels={labels}
                  choice={choiceOf(decisions, part)}
                  problem={problems[part.key]}
                  onChoose={(choice) => choose(part, choice)}
                />
              ))}
            {kind === conflictsKind && <MoreConflicts pages={pages} listed={conflicts.length} all={conflictCount} />}
            {shownType !== undefined && (
              <TypeDifferences
                key={shownType}
                of={{ from, into, type: shownType, choices }}
                before={`${into} now`}
                after="After the merge"
              />
            )}
            <ReportsToCompare
              from={from}
              into={into}
              types={[...Object.keys(counts), ...conflicts.map(({ type }) => type)]}
            />
          </Stack>
        </div>
      </Stack>
    </>
  );
}
