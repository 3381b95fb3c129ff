import type { ConnectorPackage } from '@tallyhook/schemas';
import type { FolderTry, FolderTryPost } from '@tallyhook/schemas/api';
import {
  ActionError,
  asActionError,
  describeUpload,
  makeFixture,
  observeHttp,
  readsOnly,
  redactText,
  runAction,
  schemaOfFixture,
  secretsInCalls,
} from '@tallyhook/sdk';
import { noteTry } from '../connectors/note-try.ts';
import { beginTry, findTriedAction } from '../connectors/tried-action.ts';
import type { Caller } from '../caller.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { guardHosts } from './guard-hosts.ts';
import { createMask, describeAnswer, describeRequest, describeStep, type Mask } from './mask-call.ts';
import { type StartedUpload, listNotMade, startUpload } from './start-upload.ts';
import type { TriedAccount } from './tried-account.ts';

interface Tried {
  released: ConnectorPackage;
  connectorText: string;
  account: TriedAccount;
}

/** What a run of the action led to. */
type Outcome = { output: unknown } | { error: ActionError } | { started: StartedUpload };

/**
 * Runs an action once, as a workflow would. An action that sends a file makes only the request before it.
 * @throws Problem `invalid_input` for an action that the connector does not have
 */
export async function tryFolderAction(
  { http: baseHttp, store, now }: Pick<ApiDependencies, 'http' | 'store' | 'now'>,
  { workspaceId, by }: Pick<Caller, 'workspaceId' | 'by'>,
  { released, connectorText, account }: Tried,
  { action, inputs, account: accountId }: FolderTryPost,
): Promise<FolderTry> {
  // By the method alone: who makes the connector writes its annotations too.
  if (!readsOnly({ ...findTriedAction(released, action), annotations: undefined }))
    await noteTry(
      store,
      { workspaceId, connector: released.connector.id, action, account: accountId, from: 'builder' },
      { by, now: now() },
    );
  const { http, calls } = observeHttp(guardHosts(baseHttp, account.hosts));
  const begun = beginTry();
  const { values, turns } = account;
  const call = { input: inputs, account: values, ...begun, http, ...(turns && { turns }) };
  const upload = describeUpload(released, action);
  const startedAt = performance.now();
  const outcome: Outcome = await (
    upload ? startUpload(released, action, call).then((started) => ({ started })) : runAction(released, action, call)
  ).catch((error: unknown) => ({ error: asActionError(error) }));
  const durationMs = Math.round(performance.now() - startedAt);
  const mask = createMask([...account.secrets, ...secretsInCalls(released, account.values, calls)]);
  const first = calls[0];
  const request = first?.request ?? ('started' in outcome ? outcome.started.unsent : undefined);
  const recording = { action, input: inputs, account: account.values, idempotencyKey: begun.idempotencyKey, calls };
  return {
    request: request === undefined ? null : describeRequest(request, mask),
    answer: first === undefined || first.response instanceof ActionError ? null : describeAnswer(first.response, mask),
    ...describeOutcome(outcome, mask),
    ...{ durationMs, hasUpload: upload !== undefined, steps: calls.map((each) => describeStep(each, mask)) },
    notMade: upload ? listNotMade(upload) : [],
    ...(upload
      ? { fixture: null, fixtureProblem: 'The file was not sent: record a fixture of it with `tallyhook record`.' }
      : await fixtureOf({ released, connectorText, account }, recording, outcome)),
  };
}

function describeOutcome(outcome: Outcome, mask: Mask): Pick<FolderTry, 'output' | 'error' | 'uploadWouldGoTo'> {
  if ('error' in outcome) return { error: { code: outcome.error.class, message: mask.text(outcome.error.message) } };
  if ('started' in outcome) {
    const { sendsTo } = outcome.started;
    return sendsTo === undefined ? {} : { uploadWouldGoTo: mask.text(sendsTo) };
  }
  return { output: mask.value(outcome.output) };
}

type Recording = Omit<Parameters<typeof makeFixture>[1], 'outcome'>;

async function fixtureOf(
  { released, connectorText, account }: Tried,
  recording: Recording,
  outcome: Outcome,
): Promise<Pick<FolderTry, 'fixture' | 'fixtureProblem'>> {
  const none = (fixtureProblem: string) => ({ fixture: null, fixtureProblem });
  const { calls } = recording;
  const unsent = calls.some(({ response }) => response instanceof ActionError && !response.mayHaveArrived);
  if ('started' in outcome || calls.length === 0 || unsent) return none('No request arrived at the service.');
  const { fixture, leaks, differences } = await makeFixture(released, { ...recording, outcome });
  if (leaks.length > 0)
    return none(`It would still contain ${[...new Set(leaks.map(({ name }) => name))].join(', ')}: write it by hand.`);
  const text = JSON.stringify(fixture);
  if (redactText(text, account.secrets) !== text) return none('It would contain a credential: write it by hand.');
  if (differences.length > 0) return none(`It does not pass with made-up credentials: ${differences[0]}.`);
  return { fixture: { ...schemaOfFixture(connectorText), ...fixture } };
}
