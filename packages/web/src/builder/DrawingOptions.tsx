import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Checkbox, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { AskedField } from '@tallyhook/schemas/api';
import { canCompare } from './can-compare.ts';
import { withRest } from './change-draft.ts';
import type { Draft } from './draft.ts';
import { NumberField } from './NumberField.tsx';
import { RemoveButton, SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

export interface DrawingOptionsProps {
  draft: Draft;
  fields: readonly AskedField[];
  onChange: (draft: Draft) => void;
}

export const maxTags = 10;
const maxTagLength = 40;

/** What a report says besides its answer: the period before, a goal, what it is about. */
export function DrawingOptions({ draft, fields, onChange }: DrawingOptionsProps) {
  const { compare, goal, description, tags = [] } = draft.rest;
  const setRest = (changed: Partial<Draft['rest']>) => onChange(withRest(draft, changed));
  const isPossible = canCompare(draft, fields);
  const value = goal?.value;
  return (
    <>
      <SentencePart label="Compared">
        <Checkbox
          size="sm"
          label="with the period before"
          description={
            isPossible ? undefined : 'Filter by a date with a start, or group by day, week, month or longer.'
          }
          checked={compare !== undefined}
          disabled={!isPossible && compare === undefined}
          onChange={({ currentTarget: { checked } }) => setRest({ compare: checked ? 'previousPeriod' : undefined })}
        />
      </SentencePart>
      <SentencePart label="Goal">
        <div className={classes.row}>
          <NumberField
            label="Goal"
            value={value}
            width={110}
            placeholder="none"
            onChange={(number) => setRest({ goal: number === undefined ? undefined : { ...goal, value: number } })}
          />
          {goal !== undefined && (
            <>
              <TextInput
                size="sm"
                w={160}
                aria-label="Name of the goal"
                placeholder="Goal"
                maxLength={60}
                value={goal.label ?? ''}
                onChange={({ currentTarget: { value: label } }) =>
                  setRest({ goal: label === '' ? { value: goal.value } : { value: goal.value, label } })
                }
              />
              <RemoveButton what="the goal" onRemove={() => setRest({ goal: undefined })} />
            </>
          )}
        </div>
      </SentencePart>
      <SentencePart label="Tags">
        <TagsInput
          size="sm"
          aria-label="Tags"
          placeholder={tags.length === 0 ? 'Add a tag' : ''}
          value={tags}
          maxTags={maxTags}
          onChange={(changed) => setRest({ tags: changed.length === 0 ? undefined : changed.map(tidy) })}
        />
      </SentencePart>
      <SentencePart label="About">
        <Textarea
          size="sm"
          w={360}
          maw="100%"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={2_000}
          aria-label="Description"
          placeholder="What the report is about"
          value={description ?? ''}
          onChange={({ currentTarget: { value: text } }) => setRest({ description: text === '' ? undefined : text })}
        />
      </SentencePart>
    </>
  );
}

export const tidy = (tag: string): string => tag.trim().slice(0, maxTagLength).trim();
