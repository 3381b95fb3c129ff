import { createHash } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { openText, sealText, type SealedText } from '../keyring/sealing.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** How far a sign-in at another service is. */
export type SignInStatus = 'waiting' | 'finishing' | 'choosing' | 'done' | 'failed';

/** A sign-in at another service that a person began in order to link an account. Contains no secret. */
export interface AccountSignIn {
  id: string;
  workspaceId: string;
  connector: string;
  personId: string;
  status: SignInStatus;
  /** What a person can choose; empty unless `choosing`. */
  options: { label: string; value: string }[];
  /** Why it failed. */
  reason: string | null;
  /** The linked account, once it is done. */
  accountId: string | null;
  expiresAt: string;
}

/** What the sign-in will need later. Sealed: it contains credentials. */
export interface SignInSecrets {
  verifier: string;
  state: string;
  /** The account so far: what the person gave, later also the tokens. */
  account: Record<string, unknown>;
  /** The step that waits for a choice, and the answer that lists the options. */
  choice?: { step: number; answer: unknown };
}

/** What a person wants linked. */
export interface WantedAccount {
  label?: string | undefined;
  shared: boolean;
  /** The account that is connected again. */
  accountId?: string | undefined;
}

/** A sign-in, opened by the one request that continues it. */
export interface OpenedSignIn extends AccountSignIn {
  wanted: WantedAccount;
  /** The version of the connector with which it began. */
  version: string;
  secrets: SignInSecrets;
}

interface SignInDocument {
  _id: string;
  /** The digest of the state: who reads the database cannot finish a sign-in. */
  stateHash: string;
  workspaceId: string;
  connector: string;
  version: string;
  personId: string;
  sessionId: string;
  wanted: WantedAccount;
  status: SignInStatus;
  options: { label: string; value: string }[];
  reason?: string;
  accountId?: string;
  sealed?: SealedText;
  expiresAt: Date;
}

export const accountSignInIndexes: CollectionIndexes = {
  collection: 'account_sign_ins',
  indexes: [
    { key: { stateHash: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 3_600 },
  ],
};

/** Time for a person to sign in at the other service. */
const lifetimeMs = 10 * 60_000;

const signIns = (store: Store): Collection<SignInDocument> => store.system.collection(accountSignInIndexes.collection);

const hash = (state: string): string => createHash('sha256').update(state).digest('hex');
const sealedPlace = (id: string, workspaceId: string) => ({ workspaceId, accountId: `sign-in/${id}` });

/** The person who signs in, in one session. */
export interface SigningIn {
  personId: string;
  sessionId: string;
}

/** Begins a sign-in; it can be finished once, within ten minutes, by the same person in the same session. */
export async function beginSignIn(
  store: Store,
  {
    workspaceId,
    connector,
    version,
    wanted,
    secrets,
  }: { workspaceId: string; connector: string; version: string; wanted: WantedAccount; secrets: SignInSecrets },
  { personId, sessionId, now }: SigningIn & { now: Date },
): Promise<AccountSignIn> {
  const id = newId();
  const row: SignInDocument = {
    ...{ _id: id, stateHash: hash(secrets.state), workspaceId, connector, version, personId, sessionId },
    ...{ wanted: withoutAbsent(wanted), status: 'waiting', options: [] },
    sealed: await sealText(store, { ...sealedPlace(id, workspaceId), text: JSON.stringify(secrets) }),
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  await signIns(store).insertOne(row);
  return toSignIn(row);
}

const withoutAbsent = ({ label, shared, accountId }: WantedAccount): WantedAccount => ({
  shared,
  ...(label !== undefined && { label }),
  ...(accountId !== undefined && { accountId }),
});

/**
 * Takes the sign-in to which a redirect belongs, so that no other request can finish it. Undefined if there is none for
 * this person and session, or it was finished or has expired.
 */
export async function takeRedirectedSignIn(
  store: Store,
  state: string,
  { personId, sessionId, now }: SigningIn & { now: Date },
): Promise<OpenedSignIn | undefined> {
  const match = { stateHash: hash(state), personId, sessionId, status: 'waiting' as const, expiresAt: { $gt: now } };
  const row = await signIns(store).findOneAndUpdate(match, { $set: { status: 'finishing' } });
  return row === null ? undefined : open(store, row);
}

/**
 * Takes a sign-in that waits for a choice.
 * @throws Problem `not_found`, `already_decided` if it does not wait for one.
 */
export async function takeChoosingSignIn(
  store: Store,
  { workspaceId, signInId }: { workspaceId: string; signInId: string },
  { personId, now }: { personId: string; now: Date },
): Promise<OpenedSignIn> {
  const match = { _id: signInId, workspaceId, personId };
  const row = await signIns(store).findOneAndUpdate(
    { ...match, status: 'choosing', expiresAt: { $gt: now } },
    { $set: { status: 'finishing' } },
  );
  if (row !== null) return open(store, row);
  const { status } = await getSignIn(store, { workspaceId, signInId }, personId);
  throw new Problem('already_decided', `This sign-in does not wait for a choice: it is ${status}. Begin it again.`);
}

/** What a sign-in has come to. */
export type SignInOutcome =
  | { status: 'done'; accountId: string }
  | { status: 'failed'; reason: string }
  | { status: 'choosing'; options: { label: string; value: string }[]; secrets: SignInSecrets };

/** Keeps what a sign-in has come to; the secrets stay only while a person chooses. */
export async function keepSignInOutcome(
  store: Store,
  { id, workspaceId }: Pick<AccountSignIn, 'id' | 'workspaceId'>,
  outcome: SignInOutcome,
): Promise<void> {
  if (outcome.status === 'choosing') {
    const { options, secrets } = outcome;
    const sealed = await sealText(store, { ...sealedPlace(id, workspaceId), text: JSON.stringify(secrets) });
    await signIns(store).updateOne({ _id: id }, { $set: { status: 'choosing', options, sealed } });
    return;
  }
  const { status, ...rest } = outcome;
  await signIns(store).updateOne({ _id: id }, { $set: { status, options: [], ...rest }, $unset: { sealed: '' } });
}

/**
 * Reads a sign-in of a person.
 * @throws Problem `not_found`, also for somebody else's.
 */
export async function getSignIn(
  store: Store,
  { workspaceId, signInId }: { workspaceId: string; signInId: string },
  personId: string,
): Promise<AccountSignIn> {
  const row = await signIns(store).findOne({ _id: signInId, workspaceId, personId }, { projection: { sealed: 0 } });
  if (row !== null) return toSignIn(row);
  throw new Problem('not_found', 'You have no sign-in with this id. Sign-ins are kept for an hour.');
}

async function open(store: Store, row: SignInDocument): Promise<OpenedSignIn> {
  const { _id, workspaceId, sealed, wanted, version } = row;
  const text = await openText(store, { ...sealedPlace(_id, workspaceId), sealed: sealed! });
  return { ...toSignIn(row), wanted, version, secrets: JSON.parse(text) as SignInSecrets };
}

function toSignIn(row: SignInDocument): AccountSignIn {
  const { _id: id, workspaceId, connector, personId, status, options, reason = null, accountId = null } = row;
  const expiresAt = row.expiresAt.toISOString();
  return { id, workspaceId, connector, personId, status, options, reason, accountId, expiresAt };
}
