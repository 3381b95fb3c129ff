import type { FieldOption } from '@tallyhook/schemas';
import classes from './Types.module.css';

/** The colour of a choice: its own, or the one of its place. */
export const colourOfOption = ({ color }: Pick<FieldOption, 'color'>, place: number): string =>
  `var(--series-${color ?? (place % 8) + 1})`;

/** The choices of a field with their colours. */
export function ChoiceTags({ options }: { options: readonly FieldOption[] }) {
  return options.map((option, place) => (
    <span key={option.value} className={classes.tag}>
      <span aria-hidden className={classes.dot} style={{ background: colourOfOption(option, place) }} />
      {option.label}
    </span>
  ));
}
