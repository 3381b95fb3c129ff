import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconArrowsHorizontal, IconX } from '@tabler/icons-react';
import type { SavedTile } from '@tallyhook/schemas/api';
import classes from './Dashboards.module.css';

export type TileAction = 'earlier' | 'later' | 'width' | 'takeOff';

export interface TileControlsProps {
  tile: SavedTile;
  isFirst: boolean;
  isLast: boolean;
  onAct: (action: TileAction) => void;
}

/** The four controls of a tile, each labelled with the report's name. */
export function TileControls({ tile, isFirst, isLast, onAct }: TileControlsProps) {
  const name = tile.name ?? 'the deleted report';
  const controls = [
    { action: 'earlier', label: `Move ${name} earlier`, hint: 'Move earlier', Icon: IconArrowLeft, isOff: isFirst },
    { action: 'later', label: `Move ${name} later`, hint: 'Move later', Icon: IconArrowRight, isOff: isLast },
    {
      action: 'width',
      label: `Width of ${name}: ${tile.width} of 3`,
      hint: `Width: ${tile.width} of 3`,
      Icon: IconArrowsHorizontal,
      isOff: false,
    },
    {
      action: 'takeOff',
      label: `Remove ${name} from the dashboard`,
      hint: 'Remove from dashboard',
      Icon: IconX,
      isOff: false,
    },
  ] as const;
  return (
    <div className={classes.controls} role="group" aria-label={`Arrange ${name}`}>
      {controls.map(({ action, label, hint, Icon, isOff }) => (
        <Tooltip key={action} label={hint} withinPortal={false} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={classes.control}
            data-control={`${tile.id}-${action}`}
            aria-label={label}
            aria-disabled={isOff}
            onClick={() => isOff || onAct(action)}
          >
            <Icon aria-hidden size={17} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
