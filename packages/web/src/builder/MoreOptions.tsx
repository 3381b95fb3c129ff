import { Collapse, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { Report } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { useState } from 'react';
import { withRest } from './change-draft.ts';
import type { Draft } from './draft.ts';
import { DrawingOptions } from './DrawingOptions.tsx';
import { Picker } from './Picker.tsx';
import { RemoveButton, SentencePart } from './SentencePart.tsx';
import { weekStartOptions } from './week-starts.ts';
import { zoneOptions } from './zone-options.ts';
import classes from './Sentence.module.css';

export interface MoreOptionsProps {
  draft: Draft;
  fields: readonly AskedField[];
  onChange: (draft: Draft) => void;
}

/** Rarely used options: comparison, goal, tags, description, a time zone or week start other than the workspace's. */
export function MoreOptions({ draft, fields, onChange }: MoreOptionsProps) {
  const { timezone, weekStart } = draft.rest;
  const isUsed = timezone !== undefined || weekStart !== undefined;
  const [isOpen, setIsOpen] = useState(isUsed);
  const setRest = (changed: Partial<Draft['rest']>) => onChange(withRest(draft, changed));
  return (
    <>
      <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <IconChevronDown aria-hidden size={15} /> : <IconChevronRight aria-hidden size={15} />}
        More
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <DrawingOptions {...{ draft, fields, onChange }} />
        <SentencePart label="Days in">
          <div className={classes.row}>
            <Picker
              label="Time zone"
              text={timezone ?? "the workspace's time zone"}
              chosen={[timezone ?? '']}
              isEmpty={timezone === undefined}
              options={[{ value: '', label: "the workspace's time zone" }, ...zoneOptions()]}
              onPick={(zone) => setRest({ timezone: zone === '' ? undefined : zone })}
              {...(timezone === undefined ? {} : { onRemove: () => setRest({ timezone: undefined }) })}
            />
            {timezone !== undefined && (
              <RemoveButton what="the time zone" onRemove={() => setRest({ timezone: undefined })} />
            )}
          </div>
          <NativeSelect
            size="sm"
            label="Weeks start on"
            value={weekStart ?? ''}
            data={[{ value: '', label: 'the day set in the workspace' }, ...weekStartOptions]}
            onChange={({ currentTarget: { value } }) =>
              setRest({ weekStart: value === '' ? undefined : (value as Report['weekStart']) })
            }
          />
        </SentencePart>
      </Collapse>
    </>
  );
}
