import { Checkbox, Text } from '@mantine/core';
import type { MergePreview } from '@tallyhook/schemas/api';
import { counted } from '../shell/counted.ts';
import { FieldEffects } from '../types/FieldEffects.tsx';
import { Stops } from '../types/Stops.tsx';
import typeClasses from '../types/Types.module.css';
import classes from './Branches.module.css';

export interface MergedTypesProps {
  types: MergePreview['types'];
  refusals: MergePreview['refusals'];
  stops: MergePreview['stops'];
  /** Whether something would be lost. */
  isLossy: boolean;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** Says what a merge of types does to the records, and asks before something is lost. */
export function MergedTypes({ types, refusals, stops, isLossy, isAccepted, onAccept }: MergedTypesProps) {
  if (types.length + refusals.length + stops.length === 0 && !isLossy) return null;
  const isOpen = refusals.length > 0 || (isLossy && !isAccepted);
  return (
    <section className={classes.note} data-open={isOpen || undefined} aria-label="Merged types">
      <div className={classes.grow}>
        <h2>{refusals.length > 0 ? 'The records do not fit yet' : 'The types differ'}</h2>
        {refusals.map(({ detail }) => (
          <Text key={detail} className={typeClasses.fault}>
            {detail}
          </Text>
        ))}
        {types.map(({ type, removed, removedExamples, fields }) => (
          <div key={type}>
            <Text>{describe(type, fields.length > 0, removed)}</Text>
            {removedExamples.length > 0 && (
              <ul className={typeClasses.lost} tabIndex={0} aria-label={`Records of ${type} that would be lost`}>
                {removedExamples.map((label, index) => (
                  <li key={index}>{label}</li>
                ))}
              </ul>
            )}
            <FieldEffects fields={fields} />
          </div>
        ))}
        <Stops stops={stops} />
        {isLossy && refusals.length === 0 && (
          <Checkbox
            mt="xs"
            label="Merge and lose what does not fit; the change log keeps it"
            checked={isAccepted}
            onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
          />
        )}
      </div>
    </section>
  );
}

function describe(type: string, isChanged: boolean, removed: number): string {
  if (removed > 0) return `The type “${type}” is gone after the merge, and ${counted(removed, 'record')} with it.`;
  return isChanged ? `Records of “${type}” change with their type.` : '';
}
