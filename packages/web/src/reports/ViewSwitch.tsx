import { SegmentedControl } from '@mantine/core';
import classes from './Reports.module.css';

export type View = 'chart' | 'table';

export interface ViewSwitchProps {
  /** The report's name. */
  name: string;
  view: View;
  onChange: (view: View) => void;
}

/** Switches an answer between chart and table. */
export function ViewSwitch({ name, view, onChange }: ViewSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      className={classes.switch}
      aria-label={`Show ${name} as`}
      value={view}
      onChange={(value) => onChange(value)}
      data={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
    />
  );
}
