import { UnansweredHandshake, type DeliveryAnswer, type HandshakeNeedsAccount } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { openAccountsOfConnector, type AccountFields } from '@tallyhook/store/accounts';

/** Anyone can request a handshake, so limit how many accounts one can open. */
const maxAccounts = 20;

/**
 * Answers a handshake as a connector version declares it, using the linked account it names; if it names none, the only
 * linked one. Several accounts are fine if they all give the same answer, such as one shared secret.
 * @throws UnansweredHandshake
 */
export async function answerHandshake(
  store: Store,
  { connector, version }: { connector: string; version: string },
  { externalId, answerWith }: HandshakeNeedsAccount,
): Promise<DeliveryAnswer> {
  const named = externalId === null || externalId === '' ? {} : { externalId };
  const opened = await openAccountsOfConnector(store, { connector, version }, { ...named, limit: maxAccounts + 1 });
  const which = 'externalId' in named ? 'the account that it names' : `an account of "${connector}"`;
  if (opened.length === 0) {
    throw new UnansweredHandshake(`its answer needs ${which} to be linked. Link it, then verify the address again.`);
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
    `${reason}, and the handshake does not name one. Let the webhook of "${connector}" also read its account from the ` +
      'address, as in {{event.query.account}}, and give the service an address that names it: ?account=…',
  );
}
