import { UnansweredHandshake, type DeliveryAnswer, type HandshakeNeedsAccount } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  openAccount,
  openAccountsOfConnector,
  type AccountFields,
  type LinkedAccount,
} from '@tallyhook/store/accounts';
import type { AskedHandshake } from './read-events.ts';

/** Anyone can request a handshake, so limit how many accounts one can open. */
const maxAccounts = 20;

/**
 * Answers a handshake: at the own address of an account with that account, else with the account that the handshake
 * names, or the only linked one. Each version is asked only with accounts of workspaces that use it. Several accounts
 * are fine if they all give the same answer, such as one shared secret.
 * @throws UnansweredHandshake
 */
export async function answerHandshake(
  store: Store,
  { connector, account }: { connector: string; account: LinkedAccount | undefined },
  asked: readonly AskedHandshake[],
): Promise<DeliveryAnswer> {
  if (account !== undefined) {
    const { fields } = await openAccount(store, account.workspaceId, account.id);
    return asked[0]!.needs.answerWith(fields);
  }
  let refusal: UnansweredHandshake | undefined;
  for (const { version, needs } of asked) {
    try {
      return await answerOf(store, { connector, version }, needs);
    } catch (error) {
      if (!(error instanceof UnansweredHandshake)) throw error;
      refusal ??= error;
    }
  }
  throw refusal!;
}

async function answerOf(
  store: Store,
  { connector, version }: { connector: string; version: string },
  { externalId, answerWith }: HandshakeNeedsAccount,
): Promise<DeliveryAnswer> {
  const named = externalId === null || externalId === '' ? {} : { externalId };
  const opened = await openAccountsOfConnector(store, { connector, version }, { ...named, limit: maxAccounts + 1 });
  const which = 'externalId' in named ? 'the account that it names' : `an account of "${connector}"`;
  if (opened.length === 0) {
    throw new UnansweredHandshake(
      `its answer needs ${which} to be linked`,
      'Link it, then let the service verify the address again.',
    );
  }
  if (opened.length > maxAccounts) throw severalAnswers(connector, `more than ${maxAccounts} accounts are linked`);
  const { answers, refusals } = tryEach(opened, answerWith);
  if (answers.length === 0) throw refusals[0]!;
  const different = new Map(answers.map((answer) => [JSON.stringify(answer), answer]));
  if (different.size > 1) throw severalAnswers(connector, 'the linked accounts give different answers');
  return answers[0]!;
}

/** Skips accounts that lack a required value, such as an optional secret. */
function tryEach(opened: readonly AccountFields[], answerWith: HandshakeNeedsAccount['answerWith']) {
  const answers: DeliveryAnswer[] = [];
  const refusals: UnansweredHandshake[] = [];
  for (const fields of opened) {
    try {
      answers.push(answerWith(fields));
    } catch (error) {
      if (!(error instanceof UnansweredHandshake)) throw error;
      refusals.push(error);
    }
  }
  return { answers, refusals };
}

function severalAnswers(connector: string, reason: string): UnansweredHandshake {
  return new UnansweredHandshake(
    `${reason}, and the request does not name one`,
    `Let the webhook of "${connector}" also read its account from the address, as in {{event.query.account}}, and give ` +
      'the service an address that names it: ?account=…',
  );
}
