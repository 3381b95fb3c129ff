import { Badge, Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RecordType } from '@tallyhook/schemas';
import { questionPartOf } from '@tallyhook/schemas/report-drawing';
import { useEffect, useState } from 'react';
import { addressOf } from '../api/call.ts';
import { useReportChanges } from '../api/changes.ts';
import { useCalendarKey } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { NameDialog } from '../shell/NameDialog.tsx';
import { ReportHeading } from '../reports/ReportHeading.tsx';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { describeReport } from '../reports/describe-report.ts';
import { describeRefusal } from '../reports/describe-problem.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import { withPeriods } from './asked-periods.ts';
import { Conflict } from './Conflict.tsx';
import type { Draft } from './draft.ts';
import type { FieldsOfType } from './fields.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { NoMatch } from './NoMatch.tsx';
import { ReportGone } from './ReportGone.tsx';
import { ReportActions } from './ReportActions.tsx';
import { ReportMenu } from './ReportMenu.tsx';
import { Sentence } from './Sentence.tsx';
import { shownProblems } from './shown-problems.ts';
import { useBuilderKeys } from './use-builder-keys.ts';
import { useReportEditor } from './use-report-editor.ts';
import { useLiveAnswer, type AskedQuestion } from './use-live-answer.ts';
import classes from './Builder.module.css';

export interface BuilderProps {
  report: ShownReport;
  types: readonly RecordType[];
  fields: FieldsOfType;
}

/** A report with its question and answer. Anybody can change the question; saving needs permission. */
export function Builder({ types, fields, ...props }: BuilderProps) {
  const search = useSearch({ from: '/reports/$reportId' });
  const place = usePlace();
  const navigate = useNavigate();
  const { canWrite } = useAbilities();
  const announce = useAnnounce();
  const offerUndo = useOfferUndo();
  const changes = useReportChanges();
  const [isNaming, setIsNaming] = useState(false);
  const editor = useReportEditor({ report: props.report, types, fields, search });
  const { saved: report, draft, definition, isUnsaved, isChanged, isTooLong, dispatch } = editor;
  const { isSaving, isDeleted, conflict, error: saveError, refusal, unfinished } = editor;
  const days = useCalendarKey();
  const asked = askedNow();
  const answer = useLiveAnswer(asked);
  const isReadOnly = report.readOnly === true || isUnsaved;
  const canKeep = canWrite && !isReadOnly;
  const canSave = canKeep && !isDeleted;
  const change = (changed: Draft) => dispatch({ type: 'changed', draft: changed });
  const save = () => canSave && dispatch({ type: 'saveAsked' });
  const undo = () => dispatch({ type: 'undone' });

  useBuilderKeys({ save, undo, redo: () => dispatch({ type: 'redone' }), count: () => void answer.count() });
  useEffect(() => {
    if (isChanged && !isUnsaved) announce('Changed, not saved');
  }, [isChanged, isUnsaved, announce]);

  function reset() {
    dispatch({ type: 'reset' });
    // Like Ctrl+Z, this undoes the latest change, which may be a later one by then.
    offerUndo({
      text: `${report.name} was reset to the saved version`,
      takesFocus: true,
      undo: () => Promise.resolve(undo()),
    });
  }
  const open = (id: string) => navigate({ to: '/reports/$reportId', params: { reportId: id }, ignoreBlocker: true });
  const { problems, error } = shownProblems({
    ...{ report, draft, isChanged, types },
    now: asked.question,
    failure: answer.error,
    failed: answer.failed,
  });

  return (
    <>
      <ReportHeading title={report.name}>
        <ReportActions
          {...{ canWrite, canSave, isChanged, isSaving }}
          hasSaved={!isUnsaved && !isDeleted}
          onSave={save}
          onReset={reset}
          onSaveAsNew={() => setIsNaming(true)}
        >
          <ReportMenu report={report} hasChanges={isChanged && !isUnsaved} answerAddress={asked.address} />
        </ReportActions>
      </ReportHeading>
      <div className={classes.state}>
        {refusal !== undefined && (
          <Text size="sm" component="span" role="alert">
            {refusal}. This is {isUnsaved ? 'the previous question' : 'the saved report'} instead.
          </Text>
        )}
        {isReadOnly && !isUnsaved && (
          <Text size="sm" component="span">
            <Badge variant="default">From an app</Badge> It's read-only. You can save your changes as a new report.{' '}
            {canWrite && (
              <Button size="compact-sm" variant="default" onClick={() => setIsNaming(true)}>
                Copy to edit
              </Button>
            )}
          </Text>
        )}
        {isChanged && !isDeleted && (
          <Text size="sm" c="dimmed" component="span">
            {isUnsaved && !isTooLong
              ? `This question isn't saved: only this page's link has it.${canWrite ? ' Save it as a new report to keep it.' : ''}`
              : isTooLong
                ? `Changed. The question is too long for a link: you'll lose it if you leave this page${canSave ? ' without saving' : ''}.`
                : canSave
                  ? 'Changed. Others see the saved report until you save.'
                  : "Only you see these changes. Share this page's link to show them."}
          </Text>
        )}
        {unfinished !== undefined && (
          <Text size="sm" component="span">
            {unfinished}
          </Text>
        )}
      </div>
      {definition.description !== undefined && <p className={classes.about}>{definition.description}</p>}
      {conflict !== undefined && (
        <Conflict
          mine={definition}
          theirs={conflict}
          types={types}
          isSaving={isSaving}
          onKeepMine={() => dispatch({ type: 'keptMine' })}
          onTakeTheirs={() => dispatch({ type: 'tookTheirs' })}
          onSaveAsNew={() => setIsNaming(true)}
        />
      )}
      {isDeleted && <ReportGone onSaveAsNew={() => setIsNaming(true)} />}
      {saveError !== undefined && (
        <ErrorNote title="Couldn't save the report" error={describeRefusal(saveError, definition, types)} />
      )}
      <p className={classes.asked}>{describeReport(definition, types)}</p>
      <div className={classes.page}>
        <section className={classes.question} aria-label="Question" data-noprint>
          <Sentence
            draft={draft}
            types={types}
            fields={fields}
            problems={problems.atParts}
            resolved={answer.isCurrent ? answer.answer?.meta.resolved : undefined}
            onChange={change}
          />
        </section>
        <AnswerPanel
          name={report.name}
          chart={draft.chart}
          goal={definition.goal}
          liveAnswer={{ ...answer, error }}
          types={types}
          noMatch={(isSure) => <NoMatch draft={draft} types={types} isSure={isSure} onChange={change} />}
        />
      </div>
      <LeaveDialog
        isChanged={isChanged && canKeep}
        isSaving={isSaving}
        onSave={isDeleted ? () => setIsNaming(true) : save}
      />
      {isNaming && (
        <NameDialog
          title="Save as a new report"
          action="Save"
          name={isUnsaved ? '' : `${report.name} (copy)`}
          onClose={() => setIsNaming(false)}
          onSubmit={(name) => changes.create({ name, definition })}
          onDone={({ id }) => {
            setIsNaming(false);
            void open(id);
          }}
        />
      )}
    </>
  );

  /** A saved report has a cached answer; an edited question is asked directly. */
  function askedNow(): AskedQuestion {
    const isSaved = editor.isAskedAsSaved;
    const question = isSaved ? report.definition : definition;
    const q = JSON.stringify(questionPartOf(withPeriods(question, fields.all)));
    const { compare } = question;
    const addressNow = (recount?: true) => {
      if (!isSaved)
        return addressOf(place, 'GET /api/query', {
          query: { q, labels: true, report: isUnsaved ? undefined : report.id, compare },
        });
      return addressOf(place, 'GET /api/reports/:id/answer', {
        path: { id: report.id },
        query: { labels: true, recount },
      });
    };
    const address = addressNow();
    return { question, address, recount: addressNow(true), asked: `${address} ${q} ${days}` };
  }
}
