import { randomUUID } from 'node:crypto';
import { Problem } from '@tallyhook/schemas';
import {
  type AccountValues,
  type ActionError,
  asActionError,
  type ConnectorPackage,
  describeUpload,
  observeHttp,
  type ObservedCall,
  runAction,
  runUpload,
  withFreshToken,
} from '@tallyhook/sdk';
import { adviseName } from '../advise-name.ts';
import { parseJson, readJson } from '../../read-json.ts';
import type { Settings } from '../../settings.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { teller } from '../mock/mock.ts';
import { startMock } from '../mock/start-mock.ts';
import { accountOfCall, type AccountOptions } from './account-of-call.ts';
import { type FileOfCall, fileOfCall } from './file-of-call.ts';
import { openHttp, openHttpToMock } from './open-http.ts';

export interface CallOptions extends AccountOptions {
  connector: string;
  input?: string;
  file?: string;
  mock?: boolean;
}

/** A finished action with all requests and answers. It holds credentials. */
export interface CalledAction {
  released: ConnectorPackage;
  input: object;
  account: AccountValues;
  idempotencyKey: string;
  file: FileOfCall | undefined;
  calls: readonly ObservedCall[];
  outcome: { output: unknown } | { error: ActionError };
  timeMs: number;
}

/**
 * Runs an action once, as a workflow would; a failed action is an outcome, not an error. `refuse` throws if the action
 * must not run with this account.
 */
export async function callAction(
  settings: Settings,
  action: string,
  options: CallOptions,
  refuse?: (released: ConnectorPackage, account: AccountValues) => void,
): Promise<CalledAction> {
  const { package: released, fixtures } = compileOrFail(options.connector);
  refuseUnknown(released, action);
  const upload = describeUpload(released, action);
  const file = readFileOption(options.file, action, upload?.fileInput);
  // In the product this input holds a file id; here the file comes from --file.
  const given = await readInput(settings, options.input);
  const input = upload === undefined ? given : { [upload.fileInput]: file!.file.name, ...given };
  const { keeper, client } = await accountOfCall(settings, released, options);
  let account = await keeper.read();
  refuse?.(released, account);
  const mock =
    options.mock === true
      ? await startMock({ released, fixtures }, { anyToken: true, tell: teller(settings) })
      : undefined;
  const baseHttp = mock === undefined ? openHttp(settings) : openHttpToMock(mock.routes);
  const { http, calls } = observeHttp(baseHttp);
  const idempotencyKey = randomUUID();
  const run = (fresh: AccountValues): Promise<{ output: unknown }> => {
    account = fresh;
    const call = { input, account, idempotencyKey, http };
    return file === undefined ? runAction(released, action, call) : runUpload(released, action, { ...call, ...file });
  };
  const startedAt = performance.now();
  try {
    // Token refreshes are not recorded: they are not part of the action and contain the client secret.
    const fresh = { keeper, http: baseHttp, now: Date.now, ...(client && { client }) };
    const outcome = await withFreshToken(released, fresh, run).then(
      ({ output }) => ({ output }),
      (error: unknown) => ({ error: asActionError(error) }),
    );
    return { released, input, account, idempotencyKey, file, calls, outcome, timeMs: performance.now() - startedAt };
  } finally {
    await http.close();
    await mock?.close();
  }
}

function refuseUnknown({ connector, actions }: ConnectorPackage, action: string): void {
  if (Object.hasOwn(actions, action)) return;
  const names = Object.keys(actions);
  const advice = adviseName(action, names);
  throw new Problem('invalid_usage', `${connector.id} has no action "${action}". ${advice}`);
}

function readFileOption(path: string | undefined, action: string, input: string | undefined): FileOfCall | undefined {
  if (path !== undefined && input === undefined)
    throw new Problem('invalid_usage', `The action "${action}" does not send a file; omit --file.`);
  if (path === undefined && input !== undefined)
    throw new Problem('invalid_usage', `The action "${action}" sends a file; pass one with --file.`);
  return path === undefined ? undefined : fileOfCall(path);
}

/** Reads JSON from the argument, from a file (`@file`), or from standard input (`-`). */
async function readInput(settings: Settings, text: string | undefined): Promise<object> {
  if (text === undefined) return {};
  const isElsewhere = text === '-' || text.startsWith('@');
  const value = isElsewhere ? await readJson(settings, text.replace(/^@/, '')) : parseJson(text, '--input');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Problem(
    'invalid_usage',
    `--input must be an object with the inputs by name, got ${JSON.stringify(value)}.`,
  );
}
