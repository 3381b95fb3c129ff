import { Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ShownReport } from '../reports/shown-report.ts';
import { ReportAnswer } from '../reports/ReportAnswer.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { PartBoundary } from '../shell/PartBoundary.tsx';
import { TileControls, type TileControlsProps } from './TileControls.tsx';
import classes from './Dashboards.module.css';

export interface DashboardTileProps extends TileControlsProps {
  /** The tile's report; undefined while loading or if it was deleted. */
  report: ShownReport | undefined;
  isArranging: boolean;
}

/** A report on a dashboard. It loads and fails on its own. */
export function DashboardTile({ report, isArranging, ...controls }: DashboardTileProps) {
  const { tile } = controls;
  const name = report?.name ?? tile.name ?? 'Deleted report';
  return (
    <Paper
      component="article"
      withBorder
      p="md"
      className={classes.paper}
      aria-label={name}
      data-arranging={isArranging || undefined}
    >
      <div className={classes.head}>
        <Title order={2}>
          {report === undefined ? (
            name
          ) : (
            <Link to="/reports/$reportId" params={{ reportId: report.id }} className={classes.title}>
              {name}
            </Link>
          )}
        </Title>
        {isArranging && <TileControls {...controls} />}
      </div>
      {report !== undefined && (
        <PartBoundary drawn={report}>
          <ReportAnswer report={report} />
        </PartBoundary>
      )}
      {report === undefined && (tile.isDeleted ? <Deleted {...controls} /> : <Skeleton height={220} />)}
    </Paper>
  );
}

function Deleted({ tile, onAct }: TileControlsProps) {
  const { canWrite } = useAbilities();
  return (
    <div className={classes.deleted}>
      <Text size="sm">This report was deleted.</Text>
      {canWrite && (
        <Button variant="default" size="xs" data-control={`${tile.id}-takeOff`} onClick={() => onAct('takeOff')}>
          Remove from dashboard
        </Button>
      )}
    </div>
  );
}
