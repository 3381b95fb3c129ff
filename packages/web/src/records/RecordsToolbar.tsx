import type { QuestionFilter, RecordType, View, ViewSort } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { useEffect, useState } from 'react';
import { ConditionsPart } from '../builder/ConditionsPart.tsx';
import { newGroup } from '../builder/change-draft.ts';
import { draftOf, reportOf, type Draft } from '../builder/draft.ts';
import { fieldOptions } from '../builder/field-options.ts';
import { Picker } from '../builder/Picker.tsx';
import { RemoveButton } from '../builder/SentencePart.tsx';
import { unitLabels } from '../chart/cycles.ts';
import { directionLabel } from '../reports/direction-label.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { isSortable } from './is-sortable.ts';
import { possibleColumns } from './default-columns.ts';
import classes from './Records.module.css';

export interface RecordsToolbarProps {
  type: RecordType;
  types: readonly RecordType[];
  fields: readonly AskedField[];
  view: View;
  /** The names of the columns on the screen. */
  columns: readonly string[];
  onFilter: (filter: QuestionFilter | undefined) => void;
  onGroup: (group: View['group']) => void;
  onSort: (sort: ViewSort) => void;
  onColumns: (columns: readonly string[]) => void;
}

const maxSteps = 3;

/** Which records, by which groups, in which order, with which columns: in the words of questions. */
export function RecordsToolbar(props: RecordsToolbarProps) {
  const { type, types, fields, view } = props;
  return (
    <div className={classes.toolbar} data-noprint>
      <Filters {...{ type, types, fields }} filter={view.filter} onFilter={props.onFilter} />
      <Group fields={fields} group={view.group} onGroup={props.onGroup} />
      <Sort type={type} sort={view.sort ?? []} onSort={props.onSort} />
      <ColumnsMenu type={type} columns={props.columns} onColumns={props.onColumns} />
    </div>
  );
}

interface FiltersProps extends Pick<RecordsToolbarProps, 'type' | 'types' | 'fields' | 'onFilter'> {
  filter: QuestionFilter | undefined;
}

/** The conditions. Those that are not complete yet are only here, not in the address. */
function Filters({ type, types, fields, filter, onFilter }: FiltersProps) {
  const reportWith = (one: QuestionFilter | undefined) => ({
    type: type.name,
    chart: 'table' as const,
    ...(one && { filter: one }),
  });
  const [draft, setDraft] = useState<Draft>(() => draftOf(reportWith(filter)));
  const asked = [...fields];
  const text = (one: Draft) => JSON.stringify(reportOf(one, asked).filter);
  const given = text(draftOf(reportWith(filter)));
  useEffect(() => {
    setDraft((now) => (text(now) === given ? now : draftOf(reportWith(filter))));
    // The text stands for the filter.
  }, [given, type.name]);
  function change(next: Draft) {
    setDraft(next);
    if (text(next) !== given) onFilter(reportOf(next, asked).filter);
  }
  return (
    <ConditionsPart
      draft={draft}
      types={types}
      fields={fields}
      resolved={undefined}
      problemOf={() => undefined}
      onChange={change}
    />
  );
}

interface GroupProps {
  fields: readonly AskedField[];
  group: View['group'];
  onGroup: RecordsToolbarProps['onGroup'];
}

function Group({ fields, group, onGroup }: GroupProps) {
  const field = fields.find(({ name }) => name === group?.field);
  return (
    <div className={classes.part} role="group" aria-label="Groups">
      <span>Grouped by</span>
      <Picker
        label="Grouped by"
        text={group === undefined ? 'nothing' : (field?.label ?? group.field)}
        chosen={group === undefined ? [] : [group.field]}
        isEmpty={group === undefined}
        isWrong={group !== undefined && field === undefined}
        options={fieldOptions(fields.filter(({ groupable }) => groupable))}
        onPick={(name) => onGroup(newGroup(fields.find((one) => one.name === name)!))}
        {...(group !== undefined && { onRemove: () => onGroup(undefined) })}
      />
      {group !== undefined && field !== undefined && field.units.length > 0 && (
        <Picker
          label="Grouped by, period"
          text={`by ${unitLabels[group.unit ?? 'day']}`}
          chosen={[group.unit ?? 'day']}
          options={field.units.map((unit) => ({ value: unit, label: `by ${unitLabels[unit]}` }))}
          onPick={(unit) => onGroup({ ...group, unit: unit as NonNullable<typeof group.unit> })}
        />
      )}
      {group !== undefined && <RemoveButton what="the groups" onRemove={() => onGroup(undefined)} />}
    </div>
  );
}

function Sort({ type, sort, onSort }: { type: RecordType; sort: ViewSort; onSort: RecordsToolbarProps['onSort'] }) {
  const fields = possibleColumns(type).filter(isSortable);
  const left = fields.filter(({ name }) => !sort.some(({ field }) => field === name));
  const optionOf = ({ name, label }: { name: string; label: string }) => ({ value: name, label });
  return (
    <div className={classes.part} role="group" aria-label="Order">
      <span>Sorted by</span>
      {sort.map((step, at) => {
        const field = fields.find(({ name }) => name === step.field);
        const label = field?.label ?? step.field;
        const dir = step.dir ?? 'asc';
        const kind = field?.kind ?? 'text';
        const put = (changed: ViewSort[number]) => onSort(sort.map((one, index) => (index === at ? changed : one)));
        const remove = () => onSort(sort.filter((_, index) => index !== at));
        return (
          <span key={step.field} className={classes.step}>
            <Picker
              label={at === 0 ? 'Sorted by' : 'Then sorted by'}
              text={label}
              chosen={[step.field]}
              isWrong={field === undefined}
              options={[...(field ? [field] : []), ...left].map(optionOf)}
              onPick={(name) => put({ ...step, field: name })}
              onRemove={remove}
            />
            <Picker
              label={`Order of ${label}`}
              text={directionLabel(dir, kind)}
              chosen={[dir]}
              options={(['asc', 'desc'] as const).map((value) => ({ value, label: directionLabel(value, kind) }))}
              onPick={(picked) => put({ ...step, dir: picked as 'asc' | 'desc' })}
              onRemove={remove}
            />
            <RemoveButton what={`sorting by ${label}`} onRemove={remove} />
          </span>
        );
      })}
      {sort.length < maxSteps && left.length > 0 && (
        <Picker
          label="Add sorting"
          text={sort.length === 0 ? 'newest first' : 'Then by'}
          chosen={[]}
          isEmpty
          options={left.map(optionOf)}
          onPick={(name) => onSort([...sort, { field: name }])}
        />
      )}
    </div>
  );
}
