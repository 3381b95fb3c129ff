import { UnansweredHandshake, type DeliveryAnswer, type HandshakeNeedsAccount } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { openAccountsOfConnector, type AccountFields } from '@tallyhook/store/accounts';

/** Anybody may ask for the answer, so that it must not cost what opening thousands of accounts does. */
const mostAccounts = 20;

/**
 * Answers a handshake as a version of a connector declares it, with the values of the linked account that it names; where
 * it names none, of the one that is linked. Several accounts will do where they all give the same answer, such as that of
 * one secret. Throws `UnansweredHandshake`.
 */
export async function answerHandshake(
  store: Store,
  { connector, version }: { connector: string; version: string },
  { externalId, answerWith }: HandshakeNeedsAccount,
): Promise<DeliveryAnswer> {
  const named = externalId === null || externalId === '' ? {} : { externalId };
  const opened = await openAccountsOfConnector(store, { connector, version }, { ...named, limit: mostAccounts + 1 });
  const which = 'externalId' in named ? 'the account that it names' : `an account of "${connector}"`;
  if (opened.length === 0) {
    throw new UnansweredHandshake(
      `its answer needs ${which}, and none is linked. Link it, and prove the address again.`,
    );
  }
  if (opened.length > mostAccounts) throw severalAnswers(connector, `more than ${mostAccounts} accounts are linked`);
  const { answers, refusals } = tryEach(opened, answerWith);
  if (answers.length === 0) throw refusals[0]!;
  const different = new Map(answers.map((answer) => [JSON.stringify(answer), answer]));
  if (different.size > 1) throw severalAnswers(connector, 'the linked accounts give different answers');
  return answers[0]!;
}

/** An account that lacks a value, such as an optional secret, is not the one that is meant. */
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
    `${reason}, and it does not say which one is meant. Let the webhook of "${connector}" read its account from the ` +
      'address too, such as {{event.query.account}}, and give the service an address that names it: ?account=…',
  );
}
