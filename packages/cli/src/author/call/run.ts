import type { Command } from 'commander';
import { describeCalls } from '@tallyhook/sdk';
import { printableLines } from '../../output.ts';
import type { Settings } from '../../settings.ts';
import { callAction, type CalledAction, type CallOptions } from './call-action.ts';
import { withCallOptions } from './call-options.ts';
import { callsText, outcomeText } from './call-text.ts';

type RunOptions = CallOptions & { json?: boolean };

/** `run`: runs one action for real, or against the mock. Exit 0 done, 1 failed or refused, 2 bad usage. */
export function registerRun(program: Command, settings: Settings): void {
  withCallOptions(program.command('run'))
    .description('run one action against the real service and show its output, requests and answers')
    .option('--mock', 'call the mock of the service instead, which answers from the fixtures')
    .option('--json', 'print the result and the requests as JSON')
    .addHelpText(
      'after',
      `\nExample:\n  $ tallyhook run comment-on-issue --connector packages/connectors/github --mock --field owner=octo --field token=- --input '{"owner":"octo","repository":"hello-world","number":7,"body":"Hello"}'`,
    )
    .action(async (action: string, options: RunOptions) => {
      const called = await callAction(settings, action, options);
      if (options.json === true) settings.output.write(`${JSON.stringify(outcomeJson(called), null, 2)}\n`);
      else printOutcome(settings, action, called);
      if ('error' in called.outcome) process.exitCode = 1;
    });
}

function printOutcome({ output, errors }: Settings, action: string, called: CalledAction): void {
  const { released, account, calls, outcome } = called;
  const text = `${callsText(describeCalls(released, account, calls))}\n${outcomeText(action, called)}`;
  errors.write(`${printableLines(text)}\n`);
  // Standard output carries only the action's output, for pipes.
  if ('output' in outcome) output.write(`${JSON.stringify(outcome.output, null, 2)}\n`);
}

function outcomeJson({ released, account, calls, outcome, timeMs }: CalledAction): unknown {
  const result =
    'output' in outcome
      ? { output: outcome.output }
      : { error: { class: outcome.error.class, message: outcome.error.message, status: outcome.error.status } };
  return { ...result, timeMs: Math.round(timeMs), http: describeCalls(released, account, calls) };
}
