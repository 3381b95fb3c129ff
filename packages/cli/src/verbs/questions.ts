import type { Command } from 'commander';
import { collectPair } from '../author/call/read-fields.ts';
import { table } from '../output.ts';
import { typedValue } from '../typed-value.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

/** `runs questions` and `runs answer`: what runs ask people. */
export function registerQuestions(runs: Command, settings: Settings): void {
  const list = runs.command('questions').description('list what runs ask people and nobody has answered');
  withCommonOptions(list, 'tallyhook runs questions').action((options: CommonOptions) =>
    listQuestions(settings, options),
  );
  const answer = runs
    .command('answer')
    .argument('<id>', 'the id that `runs questions` shows')
    .option('--value <name=value>', 'a value of the answer', collectPair, [])
    .description('answer a question of a run; the first answer counts');
  withCommonOptions(answer, 'tallyhook runs answer 65f000000000000000000001 --value verdict=Accept').action(
    (id: string, options: AnswerOptions) => answerQuestion(settings, options, id),
  );
}

interface AnswerOptions extends CommonOptions {
  value: [string, string][];
}

async function listQuestions(settings: Settings, options: CommonOptions): Promise<void> {
  const questions = await useApi(settings, options, (api) => api.call('GET /api/asks', {}));
  print(settings, options, questions, () =>
    table(
      ['id', 'question', 'values', 'workflow', 'run', 'until'],
      questions.map(({ id, message, inputs, workflowName, runId, until }) => [
        ...[id, message, inputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')],
        ...[workflowName, runId, until],
      ]),
    ),
  );
}

async function answerQuestion(settings: Settings, options: AnswerOptions, id: string): Promise<void> {
  const answered = await useApi(settings, options, async (api) => {
    const inputs = (await api.call('GET /api/asks', {})).find((question) => question.id === id)?.inputs ?? [];
    const kindOf = (name: string) => inputs.find((input) => input.name === name)?.kind;
    const values = Object.fromEntries(options.value.map(([name, text]) => [name, typedValue(kindOf(name), text)]));
    return api.call('POST /api/asks/:id/answer', { path: { id }, body: { values } });
  });
  print(settings, options, answered, () => `Answered. The run goes on: tallyhook runs show ${answered.runId}`);
}
