import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAsks } from '../api/queries.ts';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { Moment } from '../shell/Moment.tsx';

/** What runs ask people now, only the person who looks if `isMine`; nothing if they ask nothing. */
export function OpenQuestions({ isMine = false }: { isMine?: boolean }) {
  const { data = [] } = useAsks();
  const asks = data.filter(({ mayAnswer }) => mayAnswer || !isMine);
  if (asks.length === 0) return null;
  return (
    <List
      title="Waiting for an answer"
      count={asks.length}
      empty=""
      columns={[{ label: 'Question' }, { label: 'Workflow', isLess: true }, { label: 'Until' }]}
    >
      {asks.map(({ id, runId, message, workflowName, until, mayAnswer }) => (
        <tr key={id}>
          <th scope="row">
            <Anchor component={Link} to="/runs/$runId" params={{ runId } as never} size="sm">
              {message}
            </Anchor>
            {!mayAnswer && <div className={classes.muted}>Somebody else answers.</div>}
          </th>
          <td className={`${classes.muted} ${classes.less}`}>{workflowName}</td>
          <td className={`${classes.muted} ${classes.whole}`}>
            <Moment at={until} as="moment" />
          </td>
        </tr>
      ))}
    </List>
  );
}
