import { describeAccount, testAccount } from '@tallyhook/sdk';
import { Problem } from '@tallyhook/schemas';
import { callWithAccount, openLinkedAccount, turnsOfAccount } from '@tallyhook/engine/client';
import { getLinkedAccount } from '@tallyhook/store/accounts';
import { getInstalledPackage } from '@tallyhook/store/connectors';
import { asProblem } from '../connectors/describe-account.ts';
import { canUse } from '../workflows/choose-accounts.ts';
import { defineRoute } from '../route.ts';

export const postAccountTest = defineRoute({
  method: 'post',
  path: '/api/accounts/:id/test',
  access: { person: 'act' },
  summary: 'Asks the other service whether an account works.',
  answer: 'AccountTest',
  problems: ['account_refused'],
  async handler(request, { store, http, turns, now }) {
    const { workspaceId, personId, abilities } = request.caller;
    const account = await getLinkedAccount(store, workspaceId, request.params.id);
    if (!canUse(account, personId) && !abilities.has('manage'))
      throw new Problem('forbidden', 'This account belongs to somebody else.');
    const released = await getInstalledPackage(store, workspaceId, account.connector);
    const opened = await openLinkedAccount({ store, http, now }, { workspaceId, accountId: account.id });
    const shared = turnsOfAccount({ store, turns, now }, { connectorId: account.connector, place: opened.place });
    const signal = AbortSignal.timeout(20_000);
    try {
      const isAsked = released.connector.test !== undefined;
      return await callWithAccount(
        released,
        opened,
        async (values) => {
          const test = await testAccount(released, { account: values, http, signal, turns: shared });
          return { ...describeAccount(released, { account: values, test }), isTested: test !== null };
        },
        { isAsked },
      );
    } catch (error) {
      throw asProblem(error, '', 'account_refused');
    }
  },
});
