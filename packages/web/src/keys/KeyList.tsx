import { Button } from '@mantine/core';
import { IconClock, IconCircleX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, CreatedApiKey, PlanCalls } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { List } from '../shell/List.tsx';
import classes from '../shell/List.module.css';
import { useFormats } from '../use-formats.ts';
import { Moment } from '../shell/Moment.tsx';

const soonMs = 7 * 24 * 60 * 60 * 1000;
/** How long the old key keeps working after a rotation. */
const oldWorksForHours = 24;

interface KeyListProps {
  keys: readonly ApiKey[];
  plan: PlanCalls;
  onMade: (made: CreatedApiKey) => void;
}

/** The keys of the workspace, with maker, last use, end and calls. */
export function KeyList({ keys, plan, onMade }: KeyListProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ key: ApiKey; what: 'rotate' | 'delete' }>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['keys', place.workspace] });

  async function rotate({ id }: ApiKey) {
    onMade(await call(place, 'POST /api/keys/:id/rotation', { path: { id }, body: { oldWorksForHours } }));
    await refresh();
  }

  async function remove({ id }: ApiKey) {
    await call(place, 'DELETE /api/keys/:id', { path: { id } });
    await refresh();
  }

  return (
    <>
      <List
        title="Keys"
        hint="A key is shown once, when it is made."
        count={keys.length}
        empty="No program has a key yet. Make one with “New key”."
        columns={[
          { label: 'Name' },
          { label: 'May', isLess: true },
          { label: 'Made by', isLess: true },
          { label: 'Last used', isLess: true },
          { label: 'Ends' },
          { label: 'Calls this month', isNumber: true, isLess: true },
          { label: 'Actions', isActions: true },
        ]}
      >
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} plan={plan} onAsk={(what) => setAsked({ key, what })} />
        ))}
      </List>
      {asked?.what === 'rotate' && (
        <ConfirmDialog
          title={`Rotate ${asked.key.name}?`}
          consequence={`You get a new key with the same name and access. The old one keeps working for ${oldWorksForHours} hours.`}
          action="Rotate"
          onClose={() => setAsked(undefined)}
          onConfirm={() => rotate(asked.key)}
        />
      )}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          title={`Delete ${asked.key.name}?`}
          consequence="Programs that use it stop at once."
          action="Delete"
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove(asked.key)}
        />
      )}
    </>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  plan: PlanCalls;
  onAsk: (what: 'rotate' | 'delete') => void;
}

function KeyRow({ apiKey, plan, onAsk }: KeyRowProps) {
  const formats = useFormats();
  const { id, name, prefix, access, branch, maker, lastUsedAt } = apiKey;
  const calls = plan.keys.find(({ keyId }) => keyId === id)?.calls ?? 0;
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{name}</span>
        <span className={classes.sub}>{prefix}…</span>
        <span className={`${classes.sub} ${classes.more}`}>
          {access === 'write' ? 'Write' : 'Read'}, {branch} · {maker ?? '–'} · {formats.number(calls)} calls · last used{' '}
          {lastUsedAt === null ? 'never' : <Moment at={lastUsedAt} />}
        </span>
      </th>
      <td className={classes.less}>
        {access === 'write' ? 'Write' : 'Read'}, {branch}
      </td>
      <td className={classes.less}>{maker ?? '–'}</td>
      <td className={`${classes.muted} ${classes.less}`}>
        {lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />}
      </td>
      <td className={classes.muted}>
        <End apiKey={apiKey} />
      </td>
      <td className={`${classes.number} ${classes.less}`}>{formats.number(calls)}</td>
      <td className={classes.actions}>
        {!hasEnded(apiKey) && (
          <Button variant="default" size="xs" aria-label={`Rotate ${name}`} onClick={() => onAsk('rotate')}>
            Rotate
          </Button>
        )}{' '}
        <Button variant="subtle" color="red" size="xs" aria-label={`Delete ${name}`} onClick={() => onAsk('delete')}>
          Delete
        </Button>
      </td>
    </tr>
  );
}

const hasEnded = ({ expiresAt }: ApiKey) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** When a key ends: soon and ended ones are said with an icon and a word. */
function End({ apiKey }: { apiKey: ApiKey }) {
  const { expiresAt } = apiKey;
  if (expiresAt === null) return 'Never';
  if (hasEnded(apiKey))
    return (
      <span className={classes.ended}>
        <IconCircleX aria-hidden size={15} /> Ended <Moment at={expiresAt} as="dayOf" />
      </span>
    );
  if (Date.parse(expiresAt) - Date.now() > soonMs) return <Moment at={expiresAt} as="dayOf" />;
  return (
    <span className={classes.patient}>
      <IconClock aria-hidden size={15} /> <Moment at={expiresAt} />
    </span>
  );
}
