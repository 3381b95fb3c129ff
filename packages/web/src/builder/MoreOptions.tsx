import { Checkbox, Collapse, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { Report } from '@tallyhook/schemas';
import { useState } from 'react';
import type { FieldDescription } from '../api/shapes.ts';
import { withGroups } from './change-draft.ts';
import type { Draft } from './draft.ts';
import { Picker } from './Picker.tsx';
import { RemoveButton, SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

export interface MoreOptionsProps {
  draft: Draft;
  fields: readonly FieldDescription[];
  onChange: (draft: Draft) => void;
}

const tops = [3, 5, 10, 15, 20, 50];
const weekStarts = { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' } as const;

/** What few reports need: only the largest groups, and another time zone or week than the workspace's. */
export function MoreOptions({ draft, fields, onChange }: MoreOptionsProps) {
  const { timezone, weekStart } = draft.rest;
  const things = draft.groups.findIndex(({ field }) => fields.find(({ name }) => name === field)?.units.length === 0);
  const isUsed = timezone !== undefined || weekStart !== undefined || draft.groups.some(({ top }) => top !== undefined);
  const [isOpen, setIsOpen] = useState(isUsed);
  const setRest = (changed: Partial<Draft['rest']>) => {
    const rest = Object.fromEntries(
      Object.entries({ ...draft.rest, ...changed }).filter(([, one]) => one !== undefined),
    );
    onChange({ ...draft, rest });
  };
  return (
    <>
      <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <IconChevronDown aria-hidden size={15} /> : <IconChevronRight aria-hidden size={15} />}
        More
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {things >= 0 && <TopPart {...{ draft, fields, onChange }} at={things} />}
        <SentencePart words="Days are of">
          <div className={classes.row}>
            <Picker
              label="Time zone"
              text={timezone ?? "the workspace's time zone"}
              chosen={[timezone ?? '']}
              isEmpty={timezone === undefined}
              options={zones()}
              onPick={(zone) => setRest({ timezone: zone === '' ? undefined : zone })}
              {...(timezone === undefined ? {} : { onRemove: () => setRest({ timezone: undefined }) })}
            />
            {timezone !== undefined && (
              <RemoveButton what="the time zone" onRemove={() => setRest({ timezone: undefined })} />
            )}
          </div>
          <NativeSelect
            size="sm"
            label="Weeks begin on"
            value={weekStart ?? ''}
            data={[
              { value: '', label: 'the day of the workspace' },
              ...Object.entries(weekStarts).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setRest({ weekStart: value === '' ? undefined : (value as Report['weekStart']) })
            }
          />
        </SentencePart>
      </Collapse>
    </>
  );
}

/** Only the largest groups of a field, and the others as one. */
function TopPart({ draft, fields, onChange, at }: MoreOptionsProps & { at: number }) {
  const { top, other, ...group } = draft.groups[at]!;
  const put = (changed: { top?: number; other?: boolean }) =>
    onChange(
      withGroups(
        draft,
        draft.groups.map((one, index) => (index === at ? { ...group, ...changed } : one)),
        fields,
      ),
    );
  const label = fields.find(({ name }) => name === group.field)?.label ?? group.field;
  return (
    <SentencePart words="Groups">
      <Picker
        label={`Groups of ${label}`}
        text={top === undefined ? 'all of them' : `the ${top} largest`}
        chosen={[String(top ?? '')]}
        isEmpty={top === undefined}
        options={[
          { value: '', label: 'all of them' },
          ...tops.map((count) => ({ value: String(count), label: `the ${count} largest` })),
        ]}
        onPick={(picked) => put(picked === '' ? {} : { top: Number(picked), ...(other ? { other } : {}) })}
        {...(top === undefined ? {} : { onRemove: () => put({}) })}
      />
      {top !== undefined && (
        <Checkbox
          size="sm"
          label="and all others as one group"
          checked={other ?? false}
          onChange={({ currentTarget }) => put({ top, ...(currentTarget.checked ? { other: true } : {}) })}
        />
      )}
    </SentencePart>
  );
}

function zones() {
  const names = Intl.supportedValuesOf('timeZone');
  return [
    { value: '', label: "the workspace's time zone" },
    ...['UTC', ...names.filter((name) => name !== 'UTC')].map((name) => ({ value: name, label: name })),
  ];
}
