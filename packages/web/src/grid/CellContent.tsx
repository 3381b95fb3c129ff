import { IconCheck, IconPaperclip } from '@tabler/icons-react';
import type { Field } from '@tallyhook/schemas';
import type { Formats } from '../chart/formats.ts';
import { writeValue } from '../records/record-cells.ts';
import classes from './Grid.module.css';

export interface CellContentProps {
  value: unknown;
  field: Field;
  formats: Formats;
  names: Readonly<Record<string, string>>;
  /** Longer text is cut off: browsers take minutes to lay out what nobody sees. */
  maxLength: number;
}

const series = 8;

/** A value as its kind shows it: choices as coloured tags, relations as chips, the rest as text. */
export function CellContent({ value, field, formats, names, maxLength }: CellContentProps) {
  const values = Array.isArray(value) ? (value as unknown[]) : value === null || value === undefined ? [] : [value];
  if (values.length === 0) return <span className={classes.none}>–</span>;
  if (field.kind === 'yesNo')
    return value === true ? (
      <span className={classes.yes}>
        <IconCheck aria-hidden size={15} />
        Yes
      </span>
    ) : (
      <>No</>
    );
  const texts = values.map((one) => writeValue(one, field, { formats, names }));
  if (field.kind === 'choice')
    return values.map((one, at) => (
      <span key={String(one)} className={classes.tag} data-series={seriesOf(one, field)}>
        {texts[at]}
      </span>
    ));
  if (field.kind === 'relation')
    return values.map((one, at) => (
      <span key={String(one)} className={classes.chip}>
        {texts[at]}
      </span>
    ));
  if (field.kind === 'file')
    return values.map((one, at) => (
      <span key={String(one)} className={classes.chip}>
        <IconPaperclip aria-hidden size={12} />
        {texts[at]}
      </span>
    ));
  const text = texts.join(', ');
  return <>{text.length > maxLength ? `${text.slice(0, maxLength)} …` : text}</>;
}

/** Choices take the colours of the chart in the order of their list. */
function seriesOf(value: unknown, { options = [] }: Field): number | undefined {
  const at = options.findIndex((option) => option.value === value);
  return at < 0 ? undefined : (at % series) + 1;
}
