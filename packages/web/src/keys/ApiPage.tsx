import { Button, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedApiKey, PlanCalls } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { useShares } from '../shares/ShareDialog.tsx';
import { ShareList } from '../shares/ShareList.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { ManagersOnly } from '../shell/ManagersOnly.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { useFormats } from '../use-formats.ts';
import classes from './Keys.module.css';
import { Example } from './Example.tsx';
import { KeyList } from './KeyList.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { ShownKey } from './ShownKey.tsx';
import { TryRoutes } from './TryRoutes.tsx';

/** Keys for programs, how much they asked this month, and how to ask. */
export function ApiPage() {
  const { canManage } = useAbilities();
  const [isNew, setIsNew] = useState(false);
  const [made, setMade] = useState<CreatedApiKey>();
  return (
    <>
      <PageHeading title="API">
        {canManage && (
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setIsNew(true)}>
            New key
          </Button>
        )}
      </PageHeading>
      {canManage ? (
        <Access onMade={setMade} />
      ) : (
        <ManagersOnly>It shows the keys of programs, and how much they have asked this month.</ManagersOnly>
      )}
      {isNew && <NewKeyDialog onClose={() => setIsNew(false)} onMade={setMade} />}
      {made !== undefined && <ShownKey made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function Access({ onMade }: { onMade: (made: CreatedApiKey) => void }) {
  const place = usePlace();
  const keys = useQuery({
    queryKey: ['keys', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/keys', { signal }),
  });
  const plan = useQuery({
    queryKey: ['plan', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/plan', { signal }),
  });
  const error = keys.error ?? plan.error;
  if (error !== null)
    return (
      <ErrorNote
        title="Couldn't load the keys"
        error={error}
        onRetry={() => {
          void keys.refetch();
          void plan.refetch();
        }}
      />
    );
  if (keys.data === undefined || plan.data === undefined) return <Skeleton height={360} />;
  return (
    <Stack gap="md">
      <div className={classes.top}>
        <Calls plan={plan.data} />
        <Example keys={keys.data} />
      </div>
      <KeyList keys={keys.data} plan={plan.data} onMade={onMade} />
      <SharedLinks />
      <TryRoutes />
    </Stack>
  );
}

/** The links that show dashboards and reports to people without a sign-in. */
function SharedLinks() {
  const { data: links, error } = useShares();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="links">
      <Title order={2} id="links">
        Links that show reports
      </Title>
      {error !== null && <ErrorNote title="Couldn't load the links" error={error} />}
      {links?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is shared by link. “Share by link” in the menu of a dashboard or report does that.
        </Text>
      )}
      {links !== undefined && links.length > 0 && <ShareList links={links} isNamed />}
    </Paper>
  );
}

/** The calls of this month, against the quota if there is one. */
function Calls({ plan: { calls, maxCalls, renewsAt } }: { plan: PlanCalls }) {
  const formats = useFormats('UTC');
  const share = maxCalls === null ? 0 : Math.min(calls / maxCalls, 1);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="calls">
      <Title order={2} id="calls">
        Calls this month
      </Title>
      <p className={classes.calls}>
        <b>{formats.number(calls)}</b> {maxCalls === null ? 'without a limit' : `of ${formats.number(maxCalls)}`}
      </p>
      {maxCalls !== null && (
        <Progress
          value={share * 100}
          aria-label={`${Math.round(share * 100)} % used`}
          color={share >= 1 ? 'red' : undefined}
        />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {maxCalls !== null && calls >= maxCalls
          ? `Keys are refused with plan_used_up until ${formats.dayOf(renewsAt)}.`
          : `Counted from zero again on ${formats.dayOf(renewsAt)}.`}
      </Text>
    </Paper>
  );
}
