import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { List } from '../shell/List.tsx';
import list from '../shell/List.module.css';

export interface ReportsToCompareProps {
  from: string;
  into: string;
  /** The types of the records that change. */
  types: readonly string[];
}

/** The reports about records that a merge changes, each with its numbers on both branches. */
export function ReportsToCompare({ from, into, types }: ReportsToCompareProps) {
  const { workspace } = usePlace();
  const { data = [] } = useQuery({
    queryKey: ['reports', { workspace, branch: from }],
    queryFn: ({ signal }) => call({ workspace: workspace!, branch: from }, 'GET /api/reports', { signal }),
  });
  const concerned = data.filter(({ definition }) => types.includes(definition.type));
  if (concerned.length === 0) return null;
  return (
    <List
      title="Reports about these records"
      hint={`Their numbers may change. Compare what they say on ${from} and on ${into} now.`}
      columns={[{ label: 'Report' }, { label: 'Compare', isActions: true }]}
      count={concerned.length}
      empty={null}
    >
      {concerned.map(({ id, name }) => (
        <tr key={id}>
          <th scope="row" className={list.name}>
            <IconChartBar aria-hidden size={14} /> {name}
          </th>
          <td className={list.actions}>
            <Link
              to="/reports/$reportId"
              params={{ reportId: id }}
              search={{ branch: from, against: into } as never}
              aria-label={`Compare ${name} on both branches`}
            >
              Compare
            </Link>
          </td>
        </tr>
      ))}
    </List>
  );
}
