import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Problem } from '@tallyhook/schemas';
import {
  type AccountValues,
  ActionError,
  type ConnectorPackage,
  makeFixture,
  type RecordedFixture,
  schemaOfFixture,
  shortSecrets,
} from '@tallyhook/sdk';
import type { Settings } from '../../settings.ts';
import { callAction, type CalledAction, type CallOptions } from './call-action.ts';
import { withCallOptions } from './call-options.ts';
import { outcomeText } from './call-text.ts';
import { fixtureFile, writeFixture } from './fixture-file.ts';

type RecordOptions = CallOptions & { name?: string; overwrite?: boolean; json?: boolean };

/** `record`: runs one action for real and saves it as a fixture. Exit 0 written, 1 refused, 2 bad usage. */
export function registerRecord(program: Command, settings: Settings): void {
  withCallOptions(program.command('record'))
    .description(
      'run one action against the real service and save its requests and answers as a fixture, without credentials',
    )
    .option('--name <text>', 'the name of the fixture (default: the name of the action)')
    .option('--overwrite', 'replace an existing fixture with that name')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\nExample:\n  $ tallyhook record comment-on-issue --connector packages/connectors/github --account default --input @comment.json --name comment-in-french`,
    )
    .action(async (action: string, options: RecordOptions) => {
      const file = fixtureFile(action, options);
      const called = await callAction(settings, action, options, refuseShort);
      const recorded = await makeFixture(called.released, recordingOf(action, called));
      refuseUnsafe(recorded, called);
      const connector = readFileSync(join(options.connector, 'connector.json'), 'utf8');
      const text = `${JSON.stringify({ ...schemaOfFixture(connector), ...recorded.fixture }, null, 2)}\n`;
      writeFixture(file, text, options);
      const { length: count } = called.calls;
      const saved = `${file}: ${count} exchange${count === 1 ? '' : 's'}, credentials replaced; review it before you share it`;
      settings.output.write(
        `${options.json === true ? JSON.stringify({ file, exchanges: count }, null, 2) : `${outcomeText(action, called)}\n${saved}`}\n`,
      );
    });
}

function recordingOf(
  action: string,
  { input, account, idempotencyKey, file, calls, outcome }: CalledAction,
): Parameters<typeof makeFixture>[1] {
  const made = file && { name: file.file.name, type: file.file.contentType, size: file.file.sizeBytes };
  return { action, input, account, idempotencyKey, calls, outcome, ...(made && { file: made }) };
}

/** A short credential cannot be told from the same characters elsewhere. */
function refuseShort(released: ConnectorPackage, account: AccountValues): void {
  const [name] = shortSecrets(released, account);
  if (name === undefined) return;
  const detail = `The credential "${name}" is too short to recognize in other text, so nothing was sent. Use one with at least four characters.`;
  throw new Problem('not_recorded', detail);
}

const routeAdvice =
  " For a service on this machine, use the address https://api.example.com and route it there: TALLYHOOK_ROUTES='https://api.example.com=http://127.0.0.1:4010'.";

/** Refuses a fixture that contains a credential or would not pass. */
function refuseUnsafe({ leaks, differences }: RecordedFixture, { calls, outcome }: CalledAction): void {
  const unsent = calls.find(({ response }) => response instanceof ActionError && !response.mayHaveArrived);
  if (calls.length === 0 || unsent !== undefined) {
    const reason = 'error' in outcome ? outcome.error.message : 'no request was made';
    const advice = unsent !== undefined && isOnThisMachine(unsent.request.url) ? routeAdvice : '';
    throw new Problem('not_recorded', `There is nothing to record: ${reason}.${advice}`);
  }
  if (leaks.length > 0) {
    const names = [...new Set(leaks.map(({ name }) => name))].join(', ');
    const errors = leaks.map(({ name, pointer, spelling }) => ({
      code: 'credential_in_package',
      detail: `${name} appears here ${spelling}`,
      pointer,
    }));
    throw new Problem(
      'not_recorded',
      `The fixture would still contain ${names}, which cannot be replaced there. Write this fixture by hand.`,
      { errors },
    );
  }
  if (differences.length > 0) {
    throw new Problem('not_recorded', `The fixture does not pass with made-up credentials.\n${differences.join('\n')}`);
  }
}

function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && /^(127\.|localhost$|\[::1\]$)/.test(new URL(address).hostname);
}
