import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FieldSpeed } from '@tallyhook/schemas/api';

/** Links to reports, one per line. */
export function ReportLinks({ reports }: { reports: FieldSpeed['reports'] }) {
  if (reports.length === 0) return '–';
  return (
    <ul>
      {reports.map(({ id, name }) => (
        <li key={id}>
          <Anchor component={Link} to="/reports/$reportId" params={{ reportId: id } as never} size="sm">
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
