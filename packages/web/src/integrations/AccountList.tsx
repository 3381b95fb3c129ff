import { Menu, ActionIcon, Code } from '@mantine/core';
import { IconCircleCheck, IconClock, IconDots, IconUnlink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';
import { call } from '../api/call.ts';
import { usePlace } from '../place.tsx';
import { useSignedIn } from '../session/SessionGate.tsx';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { counted } from '../shell/counted.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { List } from '../shell/List.tsx';
import listClasses from '../shell/List.module.css';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { useSending } from '../shell/use-sending.ts';
import { useFormats } from '../use-formats.ts';
import { stateOf } from './account-state.ts';
import { ConnectorIcon } from '../marketplace/ConnectorIcon.tsx';
import classes from './Integrations.module.css';
import { isTakenOver, mayConnect } from './may-connect.ts';
import { RemoveAccount } from './RemoveAccount.tsx';
import { useRefresh } from './use-integrations.ts';
import { Moment } from '../shell/Moment.tsx';

interface AccountListProps {
  connector: InstalledConnector;
  accounts: readonly LinkedAccount[];
  onConnect: (account: LinkedAccount) => void;
  /** The actions of the connector. */
  children: ReactNode;
}

/** The accounts of one connector. */
export function AccountList({ connector, accounts, onConnect, children }: AccountListProps) {
  return (
    <List
      title={connector.name}
      icon={<ConnectorIcon icon={connector.icon} />}
      hint={hintOf(connector)}
      actions={children}
      count={accounts.length}
      empty="No account is linked yet."
      columns={[
        { label: 'Account' },
        { label: 'State' },
        { label: 'Used by', isLess: true },
        { label: 'Webhook address', isLess: true },
        { label: 'Actions', isActions: true },
      ]}
    >
      {accounts.map((account) => (
        <AccountRow key={account.id} connector={connector} account={account} onConnect={() => onConnect(account)} />
      ))}
    </List>
  );
}

function hintOf({ version, actions, webhooks }: InstalledConnector): string {
  const files = actions.some(({ sendsFile }) => sendsFile) ? ['sends files'] : [];
  return [
    `Version ${version}`,
    actions.length > 0 && counted(actions.length, 'action'),
    webhooks.length > 0 && counted(webhooks.length, 'webhook'),
    ...files,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface AccountRowProps {
  connector: InstalledConnector;
  account: LinkedAccount;
  onConnect: () => void;
}

function AccountRow({ connector, account, onConnect }: AccountRowProps) {
  const place = usePlace();
  const refresh = useRefresh();
  const announce = useAnnounce();
  const formats = useFormats();
  const { person } = useSignedIn();
  const { canAct, canManage } = useAbilities();
  const { isSending, error, send } = useSending();
  const [asked, setAsked] = useState<'remove' | 'rotate'>();
  const {
    id,
    label,
    externalId,
    isProven,
    shared,
    ownerPersonId,
    succeededAt,
    usedBy,
    hookAddress,
    verifiesSignatures,
    ownerHasLeft,
  } = account;
  const state = stateOf(account, { now: Date.now(), dayOf: formats.dayOf });
  const isOwn = ownerPersonId === person.id && account.stopped === null;
  const isConnectable = mayConnect(account, { personId: person.id, canAct, canManage });
  const connectWords = isTakenOver(account) ? 'Take over' : 'Connect again';
  const mayVerify = isOwn || (canManage && (ownerPersonId === null || (shared && ownerHasLeft)));
  const mayRemove = canAct && (ownerPersonId === person.id || canManage);
  const Icon = state.kind === 'works' ? IconCircleCheck : state.kind === 'ending' ? IconClock : IconUnlink;

  const test = async () => {
    if (await send(() => call(place, 'POST /api/accounts/:id/test', { path: { id } }))) announce(`${label} works`);
    await refresh();
  };
  const share = () => send(() => call(place, 'PATCH /api/accounts/:id', { path: { id }, body: { shared: !shared } }));

  const verify = () =>
    send(() =>
      call(place, 'PATCH /api/accounts/:id', { path: { id }, body: { verifiesSignatures: !verifiesSignatures } }),
    );
  const isSigned = connector.webhooks.length > 0 && connector.webhooks.every((webhook) => webhook.isSigned);

  return (
    <tr>
      <th scope="row">
        <span className={listClasses.name}>{label}</span>
        <span className={listClasses.sub}>
          {[
            externalId,
            isProven || externalId === null ? '' : 'id not proven',
            shared ? 'shared' : 'own',
            shared && ownerHasLeft ? 'linked by somebody who left' : '',
            verifiesSignatures ? 'signatures verified' : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {usedBy.length > 0 && (
          <div className={`${listClasses.sub} ${listClasses.more}`}>
            Used by <Users usedBy={usedBy} />
          </div>
        )}
      </th>
      <td>
        <span className={`${classes.state} ${classes[state.kind]}`}>
          <Icon aria-hidden size={15} />
          <span>
            {state.words}
            {state.reason !== null && <span className={listClasses.sub}>{state.reason}</span>}
          </span>
        </span>
        <span className={listClasses.sub}>
          {succeededAt === null ? (
            'Never used'
          ) : (
            <>
              Last worked <Moment at={succeededAt} />
            </>
          )}
        </span>
        {error !== undefined && <ErrorNote title="Couldn't do it" error={error} />}
      </td>
      <td className={listClasses.less}>
        {usedBy.length === 0 && <span className={listClasses.muted}>–</span>}
        <Users usedBy={usedBy} />
      </td>
      <td className={listClasses.less}>
        <span className={classes.address}>
          {hookAddress === null ? '–' : <Code title={hookAddress}>{hookAddress}</Code>}
        </span>
      </td>
      <td className={listClasses.actions}>
        {isConnectable && state.kind !== 'works' && (
          <BusyButton size="xs" isBusy={false} aria-label={`${connectWords}: ${label}`} onClick={onConnect}>
            {connectWords}
          </BusyButton>
        )}{' '}
        {connector.signIn.isTested && canAct && (
          <BusyButton
            variant="default"
            size="xs"
            isBusy={isSending}
            aria-label={`Test ${label}`}
            onClick={() => void test()}
          >
            Test
          </BusyButton>
        )}{' '}
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={`More for ${label}`}>
              <IconDots aria-hidden size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {hookAddress !== null && (
              <Menu.Item onClick={() => void navigator.clipboard.writeText(hookAddress)}>
                Copy webhook address
              </Menu.Item>
            )}
            {isConnectable && <Menu.Item onClick={onConnect}>{connectWords}</Menu.Item>}
            {isOwn && (
              <Menu.Item onClick={() => void share().then(refresh)}>
                {shared ? 'Keep for yourself' : 'Share with the workspace'}
              </Menu.Item>
            )}
            {mayVerify && (isSigned || verifiesSignatures) && (
              <Menu.Item onClick={() => void verify().then(refresh)}>
                {verifiesSignatures ? 'Accept deliveries without a signature' : 'Verify signatures of deliveries'}
              </Menu.Item>
            )}
            {mayRemove && <Menu.Item onClick={() => setAsked('rotate')}>Change webhook address</Menu.Item>}
            {mayRemove && (
              <Menu.Item color="red" onClick={() => setAsked('remove')}>
                Remove
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        {asked === 'rotate' && (
          <ConfirmDialog
            title={`Change the webhook address of ${label}?`}
            consequence="The old address stops at once. Enter the new one at the service."
            action="Change"
            onClose={() => setAsked(undefined)}
            onConfirm={async () => {
              await call(place, 'POST /api/accounts/:id/address', { path: { id } });
              await refresh();
            }}
          />
        )}
        {asked === 'remove' && (
          <RemoveAccount service={connector.name} account={account} onClose={() => setAsked(undefined)} />
        )}
      </td>
    </tr>
  );
}

function Users({ usedBy }: Pick<LinkedAccount, 'usedBy'>) {
  return usedBy.map(({ workflowId, name, branch, on }) => (
    <div key={`${branch} ${workflowId}`}>
      <Link to="/workflows/$workflowId" params={{ workflowId }} search={{ branch } as never}>
        {name}
      </Link>
      {on ? '' : ' (off)'}
    </div>
  ));
}
