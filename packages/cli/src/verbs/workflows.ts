import type { Command } from 'commander';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedWorkflow } from '@tallyhook/schemas/api';
import { Problem } from '@tallyhook/schemas';
import type { Api } from '../api.ts';
import { printable, table } from '../output.ts';
import { readJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { typedValue } from '../typed-value.ts';
import { startedText } from './runs.ts';
import { runWorkflowTests, type TestWorkflowOptions } from './test-workflow.ts';
import { writeWhole } from '../whole-file.ts';
import { collectPair } from '../author/call/read-fields.ts';

interface ApplyOptions extends CommonOptions {
  on?: boolean;
  off?: boolean;
  account: [string, string][];
}

/** `workflows`: what a branch does when something happens. */
export function registerWorkflows(program: Command, settings: Settings): void {
  const workflows = program
    .command('workflows')
    .description('workflows on the branch')
    .addHelpText('after', '\nExample:\n  $ tallyhook workflows apply triage.json --on');
  const apply = workflows
    .command('apply')
    .argument('<file>', 'the workflow as JSON; `-` reads standard input')
    .description('create a workflow, or replace the one with the same name')
    .option('--on', 'switch it on')
    .option('--off', 'switch it off')
    .option('--account <name=id>', 'the linked account to use for an account name in the workflow', collectPair, []);
  withCommonOptions(
    apply,
    'tallyhook workflows apply triage.json --on --account github=65f000000000000000000001',
  ).action((path: string, options: ApplyOptions) => applyWorkflow(settings, options, path));
  const exported = workflows
    .command('export')
    .argument('[workflow]', 'its id or name; without one, all of the branch')
    .description('write workflows as files that `workflows apply` reads, for example to keep them in git')
    .option('--to <folder>', 'the folder for one file per workflow; without it, the workflow goes to standard output');
  withCommonOptions(exported, 'tallyhook workflows export --to workflows').action(
    (workflow: string | undefined, options: ExportOptions) => exportWorkflows(settings, options, workflow),
  );
  workflows
    .command('test')
    .argument('<file>', 'the workflow as JSON')
    .description('run a workflow without the product, with the samples of the tests beside it')
    .option('--samples <file>', 'the tests (default: <file>.tests.json beside the workflow)')
    .option('--json', 'print the results as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook workflows test triage.json')
    .action((path: string, options: TestWorkflowOptions) => runWorkflowTests(settings, path, options));
  const start = workflows
    .command('start')
    .argument('<workflow>', 'its id or name')
    .description('start a run of a workflow whose trigger is a button')
    .option('--input <name=value>', 'a value for one of its inputs', collectPair, [])
    .option('--record <id>', 'the record, for a button on records');
  withCommonOptions(start, 'tallyhook workflows start "Close the month" --input month=2026-11-01').action(
    (workflow: string, options: StartOptions) => startWorkflow(settings, options, workflow),
  );
  withCommonOptions(
    workflows.command('list').description('list the workflows and whether they are on'),
    'tallyhook workflows list',
  ).action((options: CommonOptions) => listWorkflows(settings, options));
}

interface StartOptions extends CommonOptions {
  input: [string, string][];
  record?: string;
}

interface ExportOptions extends CommonOptions {
  to?: string;
}

async function exportWorkflows(settings: Settings, options: ExportOptions, wanted: string | undefined): Promise<void> {
  const { to } = options;
  if (wanted === undefined && to === undefined)
    throw new Problem('invalid_usage', 'Name a workflow, or a folder with --to.');
  const found = await useApi(settings, options, (api) =>
    wanted === undefined ? readWorkflows(api) : findWorkflow(api, wanted).then((one) => [one]),
  );
  if (to === undefined) return void settings.output.write(textOf(found[0]!));
  mkdirSync(to, { recursive: true });
  const files = found.map((workflow) => {
    const file = join(to, `${fileName(workflow, found)}.json`);
    writeWhole(file, textOf(workflow));
    return { file, id: workflow.id, name: workflow.name };
  });
  print(settings, options, files, () => files.map(({ file, name }) => `${file}  ${printable(name)}`).join('\n'));
}

const textOf = ({ definition }: SavedWorkflow) => `${JSON.stringify(definition, null, 2)}\n`;

/** The name in letters that every file system takes; two workflows with the same get their ids. */
function fileName({ id, name }: SavedWorkflow, all: readonly SavedWorkflow[]): string {
  const plain = plainName(name) || id;
  return all.filter((other) => plainName(other.name) === plainName(name)).length > 1 ? `${plain}-${id}` : plain;
}

const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);

async function findWorkflow(api: Api, wanted: string): Promise<SavedWorkflow> {
  const found = (await readWorkflows(api)).find(({ id, name }) => id === wanted || name === wanted);
  if (found !== undefined) return found;
  const detail = `There is no workflow "${wanted}" on the branch: \`tallyhook workflows list\` shows them.`;
  throw new Problem('not_found', detail);
}

async function startWorkflow(settings: Settings, options: StartOptions, wanted: string): Promise<void> {
  const run = await useApi(settings, options, async (api) => {
    const found = await findWorkflow(api, wanted);
    const { trigger } = found.definition;
    const asked = trigger.kind === 'button' ? (trigger.inputs ?? []) : [];
    const kindOf = (name: string) => asked.find((input) => input.name === name)?.kind;
    const inputs = Object.fromEntries(options.input.map(([name, text]) => [name, typedValue(kindOf(name), text)]));
    const { record } = options;
    return api.call('POST /api/workflows/:id/runs', { path: { id: found.id }, body: { inputs, record } });
  });
  print(settings, options, run, () => startedText(run));
}

async function applyWorkflow(settings: Settings, options: ApplyOptions, path: string): Promise<void> {
  const definition = await readJson(settings, path);
  const name = nameOf(definition, path);
  const saved = await useApi(settings, options, (api) => saveWorkflow(api, { name, definition, options }));
  print(settings, options, saved, () => appliedText(saved));
}

async function saveWorkflow(
  api: Api,
  { name, definition, options }: { name: string; definition: unknown; options: ApplyOptions },
): Promise<SavedWorkflow> {
  const before = (await readWorkflows(api)).find((workflow) => workflow.name === name);
  const known = before === undefined ? {} : { id: before.id, revision: before.revision };
  const saved = await api.call('POST /api/workflows', { body: { ...known, name, definition } });
  const wanted = { ...switchOf(options), ...accountsOf(options) };
  if (Object.keys(wanted).length === 0) return saved;
  const changed = await api.call('PATCH /api/workflows/:id/settings', { path: { id: saved.id }, body: wanted });
  return { ...saved, ...changed };
}

function appliedText({ id, name, on, missingAccounts }: SavedWorkflow): string {
  const missing = missingAccounts.map(
    (account) => `\n  No account is chosen for "${account}": add --account ${account}=ID`,
  );
  return `${id}  ${printable(name)}  ${on ? 'on' : 'off'}${missing.join('')}`;
}

function switchOf({ on, off }: ApplyOptions): { on?: boolean } {
  if (on && off) throw new Problem('invalid_usage', 'Use either --on or --off, not both.');
  return on || off ? { on: on === true } : {};
}

function accountsOf({ account }: ApplyOptions): { accounts?: Record<string, string> } {
  return account.length === 0 ? {} : { accounts: Object.fromEntries(account) };
}

async function listWorkflows(settings: Settings, options: CommonOptions): Promise<void> {
  const workflows = await useApi(settings, options, readWorkflows);
  print(settings, options, workflows, () =>
    table(
      ['id', 'name', 'on'],
      workflows.map((workflow) => [workflow.id, workflow.name, workflow.on ? 'on' : 'off']),
    ),
  );
}

const readWorkflows = (api: Api): Promise<SavedWorkflow[]> => api.call('GET /api/workflows');

function nameOf(definition: unknown, path: string): string {
  const { name } = (definition ?? {}) as { name?: unknown };
  if (typeof name === 'string') return name;
  throw new Problem('invalid_workflow', `${path} has no "name": a workflow is an object with name, trigger and steps.`);
}
