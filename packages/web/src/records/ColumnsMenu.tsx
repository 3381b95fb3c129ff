import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns } from '@tabler/icons-react';
import type { RecordType } from '@tallyhook/schemas';
import { possibleColumns } from './default-columns.ts';
import classes from './Records.module.css';

export interface ColumnsMenuProps {
  type: RecordType;
  /** The names of the columns on the screen, in order; the first names the record and stays. */
  columns: readonly string[];
  onColumns: (columns: readonly string[]) => void;
}

/** Chooses and orders the columns. */
export function ColumnsMenu({ type, columns, onColumns }: ColumnsMenuProps) {
  const all = possibleColumns(type);
  const shown = columns.flatMap((name) => all.find((field) => field.name === name) ?? []);
  const hidden = all.filter(({ name }) => !columns.includes(name));
  const move = (at: number, by: 1 | -1) => {
    const moved = [...columns];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    onColumns(moved);
  };
  return (
    <Popover position="bottom-start" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="xs" leftSection={<IconColumns aria-hidden size={15} />}>
          Columns {shown.length} of {all.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={classes.columns}>
        <ul>
          {[...shown, ...hidden].map(({ name, label }, at) => {
            const isShown = at < shown.length;
            const isFirst = name === type.labelField;
            return (
              <li key={name}>
                <Checkbox
                  label={label}
                  checked={isShown}
                  disabled={isFirst}
                  onChange={() => onColumns(isShown ? columns.filter((one) => one !== name) : [...columns, name])}
                />
                {isShown && !isFirst && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={`Move ${label} earlier`}
                      data-control
                      aria-disabled={at <= 1}
                      onClick={() => at > 1 && move(at, -1)}
                    >
                      <IconArrowUp aria-hidden size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={`Move ${label} later`}
                      data-control
                      aria-disabled={at >= shown.length - 1}
                      onClick={() => at < shown.length - 1 && move(at, 1)}
                    >
                      <IconArrowDown aria-hidden size={15} />
                    </ActionIcon>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
