import type { InstalledConnector, LinkedAccount, Subscription } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import listClasses from '../shell/List.module.css';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import classes from './Integrations.module.css';
import { useRefresh } from './use-integrations.ts';

interface SubscriptionListProps {
  connector: InstalledConnector;
  accounts: readonly LinkedAccount[];
  subscriptions: readonly Subscription[];
}

/** What a service sends because workflows that are on asked for it. */
export function SubscriptionList({ connector, accounts, subscriptions }: SubscriptionListProps) {
  return (
    <List
      title={`Subscriptions at ${connector.name}`}
      count={subscriptions.length}
      empty="Nothing is subscribed to."
      columns={[
        { label: 'What it sends' },
        { label: 'State' },
        { label: 'For', isLess: true },
        { label: 'Actions', isActions: true },
      ]}
    >
      {subscriptions.map((subscription) => (
        <SubscriptionRow
          key={subscription.id}
          subscription={subscription}
          label={labelOf(connector, subscription)}
          account={accounts.find(({ id }) => id === subscription.accountId)?.label}
        />
      ))}
    </List>
  );
}

/** The webhook, and what was entered for it. */
function labelOf({ webhooks }: InstalledConnector, { webhook, input }: Subscription): string {
  const declared = webhook === null ? webhooks[0] : webhooks.find(({ name }) => name === webhook);
  const values = Object.values(input).filter((value) => ['string', 'number'].includes(typeof value));
  return [declared?.label ?? webhook ?? 'Events', ...values].join(', ');
}

const words: Record<Subscription['state'], string> = {
  waiting: 'Waiting for the service',
  active: 'Active',
  failed: 'Not accepted',
  ending: 'Ending',
};

interface SubscriptionRowProps {
  subscription: Subscription;
  label: string;
  account: string | undefined;
}

function SubscriptionRow({ subscription, label, account }: SubscriptionRowProps) {
  const { id, state, error, endsAt, nextAt, workflows } = subscription;
  const place = usePlace();
  const refresh = useRefresh();
  const announce = useAnnounce();
  const formats = useFormats();
  const { canAct } = useAbilities();
  const { isSending, error: refusal, send } = useSending();
  const isRenewed = state === 'active' && error === null && endsAt !== null;
  const kind = error !== null || state === 'failed' ? 'broken' : state === 'active' ? 'works' : 'ending';

  async function ask() {
    if (!(await send(() => call(place, 'POST /api/subscriptions/:id/try', { path: { id } })))) return;
    announce(`${account ?? 'The service'} is asked again`);
    await refresh();
  }

  return (
    <tr>
      <th scope="row">
        <span className={listClasses.name}>{label}</span>
        <span className={listClasses.sub}>{account ?? 'an account that is gone'}</span>
      </th>
      <td>
        <span className={classes[kind]}>{words[state]}</span>
        {error !== null && <span className={listClasses.sub}>{error.message}</span>}
        {endsAt !== null && <span className={listClasses.sub}>Ends {formats.time(endsAt)} unless it is renewed</span>}
        {error !== null && nextAt !== null && (
          <span className={listClasses.sub}>Asked again {formats.time(nextAt)}</span>
        )}
        {refusal !== undefined && <ErrorNote title="Couldn't ask the service" error={refusal} />}
      </td>
      <td className={listClasses.less}>{counted(workflows.length, 'workflow')}</td>
      <td className={listClasses.actions}>
        {canAct && (isRenewed || error !== null || state !== 'active') && (
          <BusyButton
            variant="default"
            size="xs"
            isBusy={isSending}
            aria-label={isRenewed ? `Renew ${label}` : `Try ${label} again`}
            onClick={() => void ask()}
          >
            {isRenewed ? 'Renew' : 'Try again'}
          </BusyButton>
        )}
      </td>
    </tr>
  );
}
