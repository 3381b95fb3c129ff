import type { FieldKind, QuestionSort, RecordType } from '@tallyhook/schemas';
import { nameOfGroup } from '@tallyhook/schemas/report-periods';
import type { AskedField } from '@tallyhook/schemas/api';
import { directionLabel } from '../reports/direction-label.ts';
import { useFormats } from '../use-formats.ts';
import { withRest } from './change-draft.ts';
import { CountPicker } from './CountPicker.tsx';
import type { Draft } from './draft.ts';
import { kindOfMeasure, measureLabel, nameOfMeasure } from './measures.ts';
import { Picker } from './Picker.tsx';
import { PartProblem, RemoveButton, SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

export interface SortPartProps {
  draft: Draft;
  type: RecordType | undefined;
  fields: readonly AskedField[];
  problem: string | undefined;
  onChange: (draft: Draft) => void;
}

interface Column {
  name: string;
  label: string;
  kind: FieldKind;
}

const maxGroups = 10_000;
const limits = [3, 5, 10, 20, 50, 100, maxGroups];
/** The service's default limit on groups. */
const usualGroups = 1_000;
const maxSteps = 3;

/** The order of the groups, and how many the answer has. */
export function SortPart({ draft, type, fields, problem, onChange }: SortPartProps) {
  const { sort = [], limit } = draft.rest;
  const { number } = useFormats();
  const columns = columnsOf(draft, type, fields);
  const put = (changed: QuestionSort[]) =>
    onChange(withRest(draft, { sort: changed.length === 0 ? undefined : changed }));
  const putLimit = (count: number | undefined) => onChange(withRest(draft, { limit: count }));
  const left = columns.filter(({ name, kind }) => canSort(kind) && !sort.some(({ by }) => by === name));
  return (
    <SentencePart label="Sorted by">
      {sort.map((step, at) => {
        const { label, kind } = columns.find(({ name }) => name === step.by) ?? { label: step.by, kind: 'text' };
        const change = (changed: QuestionSort) => put(sort.map((one, index) => (index === at ? changed : one)));
        const remove = () => put(sort.filter((_, index) => index !== at));
        const dir = step.dir ?? 'asc';
        return (
          <div key={step.by} className={classes.row}>
            <Picker
              label={at === 0 ? 'Sorted by' : 'Then sorted by'}
              text={label}
              chosen={[step.by]}
              isWrong={!columns.some(({ name }) => name === step.by)}
              options={[...columns.filter(({ name }) => name === step.by), ...left].map(optionOf)}
              onPick={(name) => change(name === step.by ? step : stepBy(name, columns))}
              onRemove={remove}
            />
            <Picker
              label={`Order of ${label}`}
              text={directionLabel(dir, kind)}
              chosen={[dir]}
              options={(['asc', 'desc'] as const).map((value) => ({ value, label: directionLabel(value, kind) }))}
              onPick={(picked) => change({ by: step.by, dir: picked as 'asc' | 'desc' })}
              onRemove={remove}
            />
            <RemoveButton what={`sorting by ${label}`} onRemove={remove} />
          </div>
        );
      })}
      <div className={classes.row}>
        {sort.length < maxSteps && left.length > 0 && (
          <Picker
            label="Add sorting"
            text={sort.length === 0 ? 'the default order' : 'Then by'}
            chosen={[]}
            isEmpty
            options={left.map(optionOf)}
            onPick={(name) => put([...sort, stepBy(name, columns)])}
          />
        )}
        <CountPicker
          label="How many groups"
          all={`the first ${number(usualGroups)} (default)`}
          labelOf={(count) => `the first ${number(count)}`}
          counts={limits}
          max={maxGroups}
          count={limit}
          onPick={putLimit}
        />
      </div>
      {problem !== undefined && <PartProblem>{problem}</PartProblem>}
    </SentencePart>
  );
}

/** What groups can be sorted by: the measure and the groupings. */
function columnsOf(draft: Draft, type: RecordType | undefined, fields: readonly AskedField[]): Column[] {
  const { measure, groups } = draft;
  const measured = measureLabel(measure, { type, fields });
  return [
    { name: nameOfMeasure(measure), label: measured, kind: kindOfMeasure(measure, fields) },
    ...groups.map((group) => {
      const field = fields.find(({ name }) => name === group.field);
      return { name: nameOfGroup(group), label: field?.label ?? group.field, kind: field?.kind ?? 'text' };
    }),
  ];
}

/** Whether sorting by this kind is useful: related records sort by id. */
function canSort(kind: FieldKind): boolean {
  return kind !== 'relation' && kind !== 'person';
}

function optionOf({ name, label }: Column) {
  return { value: name, label };
}

function stepBy(name: string, columns: readonly Column[]): QuestionSort {
  const isNumber = columns.find((column) => column.name === name)?.kind === 'number';
  return { by: name, dir: isNumber ? 'desc' : 'asc' };
}
