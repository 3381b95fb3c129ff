import type { QuestionMeasure, RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import { withMeasure } from './change-draft.ts';
import type { Draft } from './draft.ts';
import { functionLabel, functionLabels } from './measures.ts';
import { Picker } from './Picker.tsx';
import { PartProblem, SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

type MeasureFunction = QuestionMeasure['fn'];

export interface MeasurePartProps {
  draft: Draft;
  type: RecordType | undefined;
  fields: readonly AskedField[];
  problem: string | undefined;
  onChange: (draft: Draft) => void;
}

/** Picks the measure: the number of records, or a function of a field. */
export function MeasurePart({ draft, type, fields, problem, onChange }: MeasurePartProps) {
  const { fn, field: name } = draft.measure;
  const records = `Number of ${type?.plural ?? 'records'}`;
  const functions = (['sum', 'avg', 'min', 'max', 'distinct', 'count'] as const).filter((one) =>
    fields.some(({ fns }) => fns.includes(one)),
  );
  const field = fields.find((one) => one.name === name);
  const measurable = fields.filter(({ fns }) => fns.includes(fn));
  const pickFunction = (value: string) => {
    if (value === 'records') return onChange(withMeasure(draft, { fn: 'count' }, fields));
    const chosen = value as MeasureFunction;
    const fits = field?.fns.includes(chosen) ? field : fields.find(({ fns }) => fns.includes(chosen));
    if (fits !== undefined) onChange(withMeasure(draft, { fn: chosen, field: fits.name }, fields));
  };
  return (
    <SentencePart label="Measure">
      <div className={classes.row}>
        <Picker
          label="Measure"
          text={name === undefined ? records : functionLabel(fn, field)}
          chosen={[name === undefined ? 'records' : fn]}
          options={[
            { value: 'records', label: records },
            ...functions.map((value) => ({ value, label: functionLabels[value] })),
          ]}
          onPick={pickFunction}
          {...(name === undefined ? {} : { onRemove: () => pickFunction('records') })}
        />
        {name !== undefined && (
          <Picker
            label="Measured field"
            text={field?.label ?? name}
            chosen={[name]}
            isWrong={field === undefined}
            options={measurable.map(({ name: value, label }) => ({ value, label }))}
            onPick={(value) => onChange(withMeasure(draft, { fn, field: value }, fields))}
          />
        )}
      </div>
      {problem !== undefined && <PartProblem>{problem}</PartProblem>}
    </SentencePart>
  );
}
