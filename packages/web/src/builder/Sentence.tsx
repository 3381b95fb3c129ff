import type { Answer, RecordType } from '@tallyhook/schemas';
import type { FieldsOfType } from './fields.ts';
import { ChartKinds } from './ChartKinds.tsx';
import { ConditionsPart } from './ConditionsPart.tsx';
import type { Draft } from './draft.ts';
import { GroupPart } from './GroupPart.tsx';
import { HavingPart } from './HavingPart.tsx';
import { MeasurePart } from './MeasurePart.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import type { QuestionProblems } from './question-problems.ts';
import { SentencePart } from './SentencePart.tsx';
import { SortPart } from './SortPart.tsx';
import { useFocusWhenGone } from './use-focus-when-gone.ts';
import classes from './Sentence.module.css';

export interface SentenceProps {
  draft: Draft;
  types: readonly RecordType[];
  fields: FieldsOfType;
  /** The problems of the question, by part. */
  problems: QuestionProblems['atParts'];
  /** The date ranges that the conditions resolved to in the last answer. */
  resolved: Answer['meta']['resolved'] | undefined;
  onChange: (draft: Draft) => void;
}

/** The question as a sentence: records of, where, measure, grouped by, then by, which groups, sorted by, shown as. */
export function Sentence({ draft, types, fields, problems, resolved, onChange }: SentenceProps) {
  const type = types.find(({ name }) => name === draft.type);
  const shared = { draft, onChange };
  const sentence = useFocusWhenGone();
  return (
    <div className={classes.sentence} {...sentence}>
      <SentencePart label="Records of">
        <span className={classes.type}>{type?.plural ?? draft.type}</span>
      </SentencePart>
      <ConditionsPart
        {...shared}
        types={types}
        fields={fields.all}
        resolved={resolved}
        problemOf={(place) => problems.get(`filter/${place}`)}
      />
      <MeasurePart {...shared} type={type} fields={fields.own} problem={problems.get('measures')} />
      <GroupPart {...shared} at={0} fields={fields.all} problem={problems.get('groupBy/0')} />
      {draft.groups.length > 0 && (
        <GroupPart {...shared} at={1} fields={fields.all} problem={problems.get('groupBy/1')} />
      )}
      {/* An address can contain group conditions without a grouping; show them so that they can be removed. */}
      {(draft.groups.length > 0 || draft.having.length > 0) && (
        <HavingPart
          {...shared}
          type={type}
          fields={fields.all}
          problemOf={(place) => problems.get(`having/${place}`)}
        />
      )}
      {draft.groups.length > 0 && (
        <SortPart {...shared} type={type} fields={fields.all} problem={problems.get('sort')} />
      )}
      <ChartKinds draft={draft} fields={fields.all} onPick={(chart) => onChange({ ...draft, chart })} />
      <MoreOptions {...shared} fields={fields.all} />
    </div>
  );
}
