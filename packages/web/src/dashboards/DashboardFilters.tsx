import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import type { DashboardCondition, RecordType } from '@tallyhook/schemas';
import type { SavedDashboard } from '@tallyhook/schemas/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDashboardChanges } from '../api/changes.ts';
import { useTypes } from '../api/queries.ts';
import { newCondition } from '../builder/change-draft.ts';
import { ConditionRow } from '../builder/ConditionRow.tsx';
import { nextId, type DraftCondition } from '../builder/draft.ts';
import { fieldOptions } from '../builder/field-options.ts';
import { Picker } from '../builder/Picker.tsx';
import { valuesOfField } from '../builder/use-values.ts';
import { usePlace } from '../place.tsx';
import { describeFilter } from '../reports/describe-report.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import { useOfferUndo } from '../shell/UndoToasts.tsx';
import { useFormats } from '../use-formats.ts';
import { conditionOf, isSameList, orderDates, periodOf, quickRanges } from './dashboard-conditions.ts';
import classes from './Dashboards.module.css';
import { useFilterFields, type FilterField } from './use-filter-fields.ts';

export interface DashboardFiltersProps {
  dashboard: SavedDashboard;
  /** The reports of its tiles. */
  reports: readonly ShownReport[];
  conditions: readonly DashboardCondition[];
  canSave: boolean;
  /** Undefined goes back to the saved conditions. `isMore`: it goes on with the last change, so Back undoes both. */
  onChange: (conditions: readonly DashboardCondition[] | undefined, options?: { isMore: boolean }) => void;
  onFailure: (failure: unknown) => void;
}

/** The filter of the whole dashboard: a period, and any other conditions. Anybody can change it in the address. */
export function DashboardFilters({
  dashboard,
  reports,
  conditions,
  canSave,
  onChange,
  onFailure,
}: DashboardFiltersProps) {
  const { data: types = [] } = useTypes();
  const [editing, setEditing] = useState<{ index: number; draft: DraftCondition; isPut: boolean }>();
  const fields = useFilterFields([...new Set(reports.map(({ definition }) => definition.type))]);
  const period = periodOf(conditions);
  const put = (index: number, condition: DashboardCondition, isMore: boolean) =>
    onChange(index < conditions.length ? conditions.with(index, condition) : [...conditions, condition], { isMore });
  const fieldOf = ({ field, kind }: Pick<DashboardCondition, 'field' | 'kind'>) =>
    fields.find((one) => one.field.name === field && one.field.kind === kind);
  const isPending = editing !== undefined && editing.index >= conditions.length;
  const pending = isPending ? fields.find(({ field }) => field.name === editing.draft.field) : undefined;
  const canAdd = conditions.length < 10;

  function edit(index: number, draft: DraftCondition, { field }: FilterField) {
    const isPut = editing?.index === index && editing.isPut;
    const condition = conditionOf(draft, field);
    setEditing({ index, draft, isPut: isPut || condition !== undefined });
    if (condition !== undefined) put(index, condition, isPut);
  }
  return (
    <div className={classes.filters} role="group" aria-label="Filter of the dashboard" data-noprint>
      <PeriodPicker {...{ conditions, period, onChange }} reports={reports} fields={fields} />
      {conditions.map((condition, index) =>
        condition === period ? null : (
          <FilterWord
            key={index}
            condition={condition}
            known={fieldOf(condition)}
            types={types}
            draft={editing?.index === index ? editing.draft : undefined}
            onOpen={() => setEditing({ index, draft: { ...condition, id: nextId() }, isPut: false })}
            onClose={() => setEditing(undefined)}
            onEdit={(draft, field) => edit(index, draft, field)}
            onRemove={() => {
              setEditing(undefined);
              onChange(conditions.toSpliced(index, 1));
            }}
          />
        ),
      )}
      {isPending && pending !== undefined && (
        <FilterWord
          key={conditions.length}
          condition={undefined}
          known={pending}
          types={types}
          draft={editing.draft}
          onOpen={() => undefined}
          onClose={() => setEditing(undefined)}
          onEdit={(draft, field) => edit(editing.index, draft, field)}
          onRemove={() => setEditing(undefined)}
        />
      )}
      {canAdd && !isPending && (
        <Picker
          label="Add a filter"
          text="Filter the dashboard"
          chosen={[]}
          isEmpty
          isAdding
          options={fieldOptions(fields.map(({ field }) => field))}
          onPick={(name) => {
            const found = fields.find(({ field }) => field.name === name)!;
            edit(conditions.length, newCondition(found.field), found);
          }}
        />
      )}
      {!isSameList(conditions, dashboard.conditions) && (
        <SaveFilters {...{ dashboard, conditions, canSave, onChange, onFailure }} />
      )}
    </div>
  );
}

interface PeriodPickerProps extends Pick<DashboardFiltersProps, 'reports' | 'conditions' | 'onChange'> {
  period: ReturnType<typeof periodOf>;
  fields: readonly FilterField[];
}

function PeriodPicker({ reports, conditions, period, fields, onChange }: PeriodPickerProps) {
  const dates = orderDates(
    fields.map(({ field }) => field),
    reports.map(({ definition }) => definition),
  );
  if (dates.length === 0 && period === undefined) return null;
  const others = conditions.filter((one) => one !== period);
  const text = period === undefined ? 'All time' : `${labelOf(period, fields)}: ${period.value}`;
  return (
    <span className={classes.period}>
      <IconCalendar aria-hidden size={15} />
      <Picker
        label="Period"
        text={text}
        isEmpty={period === undefined}
        chosen={[period === undefined ? '' : `${period.field} ${period.value}`]}
        options={[
          { value: '', label: 'All time' },
          ...dates.flatMap(({ name, label }) =>
            quickRanges.map((range) => ({ value: `${name} ${range}`, label: range, group: label })),
          ),
        ]}
        {...(period && { onRemove: () => onChange(others) })}
        onPick={(picked) => {
          if (picked === '') return onChange(others);
          const [name, ...words] = picked.split(' ');
          const field = dates.find((one) => one.name === name)!;
          onChange([conditionOf({ field: field.name, op: 'within', value: words.join(' ') }, field)!, ...others]);
        }}
      />
    </span>
  );
}

function labelOf({ field }: DashboardCondition, fields: readonly FilterField[]): string {
  return fields.find((one) => one.field.name === field)?.field.label ?? field;
}

interface FilterWordProps {
  /** Undefined while it has no value yet. */
  condition: DashboardCondition | undefined;
  /** Undefined if no tile has the field. */
  known: FilterField | undefined;
  types: readonly RecordType[];
  /** Set while it is being edited. */
  draft: DraftCondition | undefined;
  onOpen: () => void;
  onClose: () => void;
  onEdit: (draft: DraftCondition, field: FilterField) => void;
  onRemove: () => void;
}

/** One condition as a word that opens its comparison and value. */
function FilterWord({ condition, known, types, draft, onOpen, onClose, onEdit, onRemove }: FilterWordProps) {
  const label = known?.field.label ?? condition?.field ?? 'Filter';
  const text = useWords(condition, known, types) ?? `${label} …`;
  return (
    <Popover
      opened={draft !== undefined && known !== undefined}
      onDismiss={onClose}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
      width={320}
    >
      <span className={classes.word}>
        <Popover.Target>
          <button
            type="button"
            aria-label={`Filter: ${text}`}
            onClick={draft === undefined ? onOpen : onClose}
            disabled={known === undefined}
          >
            {text}
          </button>
        </Popover.Target>
        <ActionIcon
          variant="transparent"
          color="gray"
          size={24}
          aria-label={`Remove the filter ${text}`}
          onClick={onRemove}
        >
          <IconX aria-hidden size={14} />
        </ActionIcon>
      </span>
      <Popover.Dropdown aria-label={`Filter by ${label}`}>
        {draft !== undefined && known !== undefined && (
          <ConditionRow
            condition={draft}
            type={known.type}
            fields={[known.field]}
            isUnfinished={conditionOf(draft, known.field) === undefined}
            problem={undefined}
            resolved={undefined}
            timezone={undefined}
            onChange={(changed) => onEdit(changed, known)}
            onRemove={onRemove}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Names the records that a condition has as ids. */
function useWords(
  condition: DashboardCondition | undefined,
  known: FilterField | undefined,
  types: readonly RecordType[],
): string | undefined {
  const place = usePlace();
  const formats = useFormats();
  const type = known?.type ?? '';
  const isReference = condition?.kind === 'relation' || condition?.kind === 'person';
  const { data = [] } = useQuery({
    ...valuesOfField(type, condition?.field ?? '', { place, formats }),
    enabled: isReference && known !== undefined,
  });
  if (condition === undefined) return undefined;
  const { field, op, value } = condition;
  const names = Object.fromEntries(data.map(({ value: id, label }) => [id, label]));
  return describeFilter(value === undefined ? { field, op } : { field, op, value }, { type, types, names });
}

type SaveFiltersProps = Omit<DashboardFiltersProps, 'reports'>;

/** Goes back to the saved conditions, or saves the current ones for everybody. */
function SaveFilters({ dashboard, conditions, canSave, onChange, onFailure }: SaveFiltersProps) {
  const changes = useDashboardChanges();
  const offerUndo = useOfferUndo();
  async function save() {
    onFailure(undefined);
    try {
      await changes.change(dashboard.id, { conditions: [...conditions] });
      // The address says nothing else than the dashboard now.
      onChange(undefined, { isMore: true });
      offerUndo({
        text: 'The filter was saved for everybody',
        undo: () => changes.change(dashboard.id, { conditions: dashboard.conditions }),
      });
    } catch (error) {
      onFailure(error);
    }
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(undefined)}>
        Reset
      </Button>
      {canSave && (
        <Button variant="default" size="compact-sm" onClick={() => void save()}>
          Save for everybody
        </Button>
      )}
    </>
  );
}
