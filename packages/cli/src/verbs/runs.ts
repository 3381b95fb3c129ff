import { pipeline } from 'node:stream/promises';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { Problem } from '@tallyhook/schemas';
import { describeStart, describeStep, findStep, workflowKinds } from '@tallyhook/schemas/kinds';
import type { DecisionChoice, Run, RunStatus, RunStep, RunSummary, StartedRun } from '@tallyhook/schemas/api';
import { runStatuses } from '@tallyhook/schemas/run-statuses';
import { brokenOff, type Api } from '../api.ts';
import { printable, table } from '../output.ts';
import { uploadLines } from './upload-lines.ts';
import { parseJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { registerQuestions } from './questions.ts';

interface FilterOptions extends CommonOptions {
  status?: RunStatus;
  workflow?: string;
  find?: string;
  since?: string;
  until?: string;
  undecided?: boolean;
}

interface ListOptions extends FilterOptions {
  limit: number;
  cursor?: string;
}

interface ExportOptions extends FilterOptions {
  format?: 'csv' | 'ndjson';
}

/** Adds the options that choose runs. */
function withFilter(command: Command): Command {
  return command
    .option('--find <id>', "the sender's id of a delivery, or the id of a delivery, a record or a run")
    .option('--since <day>', 'only runs since a day or moment')
    .option('--until <day>', 'only runs until a day or moment')
    .option('--undecided', 'only runs with a step that a person must decide about');
}

function filterOf({ status, workflow, find, since, until, undecided }: FilterOptions) {
  return { status, workflow, find, since, until, ...(undecided && { undecided: 'true' as const }) };
}

/** `runs`: runs of workflows, newest first. */
export function registerRuns(program: Command, settings: Settings): void {
  const runs = program
    .command('runs')
    .description('runs of workflows')
    .addHelpText('after', '\nExample:\n  $ tallyhook runs list --status failed --limit 5');
  const list = runs
    .command('list')
    .description('list the runs of the branch, newest first')
    .addOption(new Option('--status <status>', 'only runs with this status').choices(runStatuses))
    .option('--workflow <id>', 'only runs of this workflow')
    .option('--limit <number>', 'how many to list', wholeNumber, 20)
    .option('--cursor <text>', 'the nextCursor of the previous page');
  withFilter(list);
  const exported = runs
    .command('export')
    .description('write the runs of the branch to standard output, newest first, at most 100,000')
    .addOption(new Option('--status <status>', 'only runs with this status').choices(runStatuses))
    .option('--workflow <id>', 'only runs of this workflow')
    .addOption(new Option('--format <format>', 'as CSV, or one JSON object in each line').choices(['csv', 'ndjson']));
  withCommonOptions(withFilter(exported), 'tallyhook runs export --since 2026-11-01 > runs.csv').action(
    (options: ExportOptions) => exportRuns(settings, options),
  );
  withCommonOptions(list, 'tallyhook runs list --status failed --limit 5').action((options: ListOptions) =>
    listRuns(settings, options),
  );
  const show = runs
    .command('show')
    .argument('<id>', 'the id that `runs list` shows')
    .description('show a run with the input, output and error of each step');
  withCommonOptions(show, 'tallyhook runs show 65f000000000000000000001').action((id: string, options: CommonOptions) =>
    showRun(settings, options, id),
  );
  const cancel = runs
    .command('cancel')
    .argument('<id>', 'the id that `runs list` shows')
    .description('cancel a run: the current step stops, no further step starts, and nothing is undone');
  withCommonOptions(cancel, 'tallyhook runs cancel 65f000000000000000000001').action(
    (id: string, options: CommonOptions) => cancelRun(settings, options, id),
  );
  const again = runs
    .command('again')
    .argument('<id>', 'the id that `runs list` shows')
    .description('run a run again that has ended, as its next attempt')
    .option('--from-failed-step', 'keep what was completed, and do not send again what was sent')
    .option('--newest', 'use the workflow as it is now, instead of as it was in that run');
  withCommonOptions(again, 'tallyhook runs again 65f000000000000000000001 --from-failed-step').action(
    (id: string, options: AgainOptions) => runAgain(settings, options, id),
  );
  const decide = runs
    .command('decide')
    .argument('<id>', 'the id that `runs list` shows')
    .addArgument(
      new Argument('<choice>', 'run the step again, continue its upload, take it as done, or stop').choices(choices),
    )
    .description('decide about a step that may have done something; `runs show` says what each choice does')
    .option('--step <id>', 'the step, if several need a decision')
    .option('--item <path>', 'the turn of each loop around the step, such as 0 or 2/1')
    .option('--output <json>', 'the output of a step that is done, for later steps');
  withCommonOptions(decide, 'tallyhook runs decide 65f000000000000000000001 done').action(
    (id: string, choice: DecisionChoice, options: DecideOptions) => decideRun(settings, options, { id, choice }),
  );
  registerQuestions(runs, settings);
}

const choices: DecisionChoice[] = ['again', 'continue', 'done', 'stop'];

interface DecideOptions extends CommonOptions {
  step?: string;
  item?: string;
  output?: string;
}

async function decideRun(
  settings: Settings,
  options: DecideOptions,
  { id, choice }: { id: string; choice: DecisionChoice },
): Promise<void> {
  const output = options.output === undefined ? {} : { output: parseJson(options.output, '--output') };
  const made = await useApi(settings, options, async (api) => {
    const place = options.step === undefined ? await onlyUndecided(api, id) : { stepId: options.step };
    const item = options.item === undefined ? {} : { item: options.item };
    return api.call('POST /api/runs/:id/decisions', { path: { id }, body: { ...place, ...item, choice, ...output } });
  });
  print(settings, options, made, () =>
    made.run === null ? `Decided: ${choice}. Nothing runs because of it.` : startedText(made.run),
  );
}

/** The step that needs a decision, if it is the only one. */
async function onlyUndecided(api: Api, id: string): Promise<{ stepId: string; item: string }> {
  const run = await api.call('GET /api/runs/:id', { path: { id } });
  const open = run.steps.flatMap(undecidedIn);
  const [first] = open;
  if (first !== undefined && open.length === 1) return { stepId: first.stepId, item: first.item };
  const places = open.map(({ stepId, item }) => (item === '' ? stepId : `${stepId} (--item ${item})`));
  const detail =
    open.length === 0
      ? `No step of the run ${id} needs a decision.`
      : `Several steps need a decision, so name one with --step: ${places.join(', ')}.`;
  throw new Problem('invalid_usage', detail);
}

function undecidedIn(step: RunStep): RunStep[] {
  const inside = step.blocks.flatMap(({ steps }) => steps.flatMap(undecidedIn));
  return step.decision !== null && step.decision.decided === null ? [step, ...inside] : inside;
}

interface AgainOptions extends CommonOptions {
  fromFailedStep?: boolean;
  newest?: boolean;
}

async function runAgain(settings: Settings, options: AgainOptions, id: string): Promise<void> {
  const from = options.fromFailedStep ? 'failedStep' : 'start';
  const body = { from, version: options.newest ? 'newest' : 'same' } as const;
  const run = await useApi(settings, options, (api) => api.call('POST /api/runs/:id/again', { path: { id }, body }));
  print(settings, options, run, () => startedText(run));
}

/** Says which run was queued, and how to follow it. */
export function startedText({ id, attempt }: StartedRun): string {
  return `Run ${id} is queued${attempt === 1 ? '' : `, attempt ${attempt}`}: tallyhook runs show ${id}`;
}

async function cancelRun(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const run = await useApi(settings, options, (api) => api.call('POST /api/runs/:id/cancel', { path: { id } }));
  print(settings, options, run, () =>
    run.status === 'cancelled'
      ? `Run ${run.id} is cancelled.`
      : `Run ${run.id} is being cancelled: it ends when the current step has stopped.`,
  );
}

async function listRuns(settings: Settings, options: ListOptions): Promise<void> {
  const { limit, cursor } = options;
  const page = await useApi(settings, options, (api) =>
    api.call('GET /api/runs', { query: { ...filterOf(options), limit, cursor } }),
  );
  print(settings, options, page, () =>
    table(['id', 'workflow', 'status', 'queued', 'took', 'error'], page.runs.map(runCells)),
  );
  sayMore(settings, options, page.nextCursor);
}

async function exportRuns(settings: Settings, options: ExportOptions): Promise<void> {
  const format = options.format ?? (options.json ? 'ndjson' : 'csv');
  await useApi(settings, options, async (api) => {
    const { body } = await api.open('GET /api/run-export', { query: { ...filterOf(options), format }, accept: '*/*' });
    await pipeline(body, settings.output, { end: false }).catch((error: unknown) => {
      throw brokenOff(error);
    });
  });
}

async function showRun(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const run = await useApi(settings, options, (api) => api.call('GET /api/runs/:id', { path: { id } }));
  print(settings, options, run, () =>
    [runHead(run), ...run.steps.flatMap((step) => stepLines(step, run, '  '))].join('\n'),
  );
}

function runHead(run: Run): string {
  const took = tookText(run);
  const start = printable(describeStart(run.trigger, workflowKinds).by);
  const error = run.error ? `\n    error   ${printable(run.error.message)}` : '';
  return `Run ${run.id} of "${printable(run.workflowName)}": ${run.status}${took === '' ? '' : ` after ${took}`}, started by ${start}, queued ${run.queuedAt}, attempt ${run.attempt}${error}`;
}

function stepLines({ stepId, kind, status, blocks, ...step }: RunStep, run: Run, indent: string): string[] {
  const found = findStep(run.definition.steps, stepId, workflowKinds) ?? { id: stepId, kind };
  const part = (name: string, value: unknown) => (value === null ? [] : [`${indent}  ${name}  ${printable(value)}`]);
  return [
    `${indent}${stepId}  ${status}  ${printable(describeStep(found, workflowKinds))}`,
    ...part('input ', step.input),
    ...part('output', step.output),
    ...part('error ', step.error?.message ?? null),
    ...uploadLines(step.upload, indent),
    ...questionLines(step, indent),
    ...(step.decision?.choices ?? []).map(({ choice, effect }) => `${indent}  decide  ${choice}: ${printable(effect)}`),
    ...blocks.flatMap(({ label, turn, turns, steps }) => {
      const heading = turn === null ? label : `${turn + 1} of ${turns}`;
      const inside = steps.flatMap((inner) => stepLines(inner, run, `${indent}  `));
      return heading === null ? inside : [`${indent}  ${heading}`, ...inside];
    }),
  ];
}

function questionLines({ question }: Pick<RunStep, 'question'>, indent: string): string[] {
  if (question?.state !== 'open') return [];
  return [`${indent}  asks    ${printable(question.message)} (tallyhook runs answer ${question.id})`];
}

function runCells(run: RunSummary): unknown[] {
  return [run.id, run.workflowName, run.status, run.queuedAt, tookText(run), run.error?.message];
}

function tookText({ queuedAt, endedAt }: RunSummary): string {
  return endedAt === null ? '' : `${((Date.parse(endedAt) - Date.parse(queuedAt)) / 1000).toFixed(1)} s`;
}

/** Tells people how to see the next page; scripts read only rows. */
export function sayMore({ errors }: Settings, { json }: CommonOptions, nextCursor: string | undefined): void {
  if (nextCursor !== undefined && !json) errors.write(`More: --cursor ${nextCursor}\n`);
}

/** Parses a positive whole number. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Use a whole number above 0.');
}
