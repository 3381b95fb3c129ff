import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconChartBar, IconDots, IconRefresh, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { View } from './ViewSwitch.tsx';
import classes from './Reports.module.css';

export interface TileToolsProps {
  /** The report's name. */
  name: string;
  /** What the tile shows; undefined if there is nothing to switch. */
  view: View | undefined;
  isCounting: boolean;
  onView: (view: View) => void;
  onCount: () => void;
  /** The items of its menu. */
  children: ReactNode;
}

/** What can be done with a tile. It shows while the tile is pointed at or has the focus, and always on touch screens. */
export function TileTools({ name, view, isCounting, onView, onCount, children }: TileToolsProps) {
  const other = view === 'chart' ? 'table' : 'chart';
  const Icon = other === 'table' ? IconTable : IconChartBar;
  return (
    <div className={classes.tools} role="group" aria-label={`Actions for ${name}`} data-noprint>
      {view !== undefined && (
        <Tooltip label={`Show as ${other}`} openDelay={300} withinPortal={false}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Show ${name} as ${other}`}
            onClick={() => onView(other)}
          >
            <Icon aria-hidden size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Count again" openDelay={300} withinPortal={false}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`Count again: ${name}`}
          aria-disabled={isCounting}
          onClick={() => isCounting || onCount()}
        >
          <IconRefresh aria-hidden size={16} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" withinPortal={false} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More actions for ${name}`}>
            <IconDots aria-hidden size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </div>
  );
}
