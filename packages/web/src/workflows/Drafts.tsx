import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { listRefreshMs } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { Moment } from '../shell/Moment.tsx';

/** Workflows with unpublished changes, and those that were never published; nothing if there are none. */
export function Drafts() {
  const place = usePlace();
  const { data: drafts = [] } = useQuery({
    queryKey: ['workflow-drafts', place],
    queryFn: ({ signal }) => call(place, 'GET /api/workflow-drafts', { signal }),
    refetchInterval: listRefreshMs,
  });
  if (drafts.length === 0) return null;
  return (
    <List
      title="Drafts"
      hint="Not published."
      count={drafts.length}
      empty=""
      columns={[{ label: 'Workflow' }, { label: 'State' }, { label: 'Changed', isLess: true }]}
    >
      {drafts.map(({ workflowId, name, baseRevision, mistakes, updatedAt }) => (
        <tr key={workflowId}>
          <th scope="row">
            <Anchor component={Link} to="/workflows/$workflowId" params={{ workflowId } as never} size="sm">
              {name}
            </Anchor>
          </th>
          <td>
            {baseRevision === null ? 'New' : 'Changed'}
            {mistakes.length > 0 && `, ${mistakes.length} ${mistakes.length === 1 ? 'problem' : 'problems'}`}
          </td>
          <td className={`${classes.muted} ${classes.less}`}>
            <Moment at={updatedAt} />
          </td>
        </tr>
      ))}
    </List>
  );
}
