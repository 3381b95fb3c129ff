import { Option, type Command } from 'commander';
import type { WeekStart, Workspace } from '@tallyhook/schemas/api';
import { Problem } from '@tallyhook/schemas';
import type { Api } from '../api.ts';
import { printable, table } from '../output.ts';
import { readSession, saveSession } from '../session-file.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

/** The calendar settings of a workspace. */
interface CalendarOptions extends CommonOptions {
  timezone?: string;
  weekStart?: WeekStart;
}

interface ChangeOptions extends CalendarOptions {
  name?: string;
}

/** `workspaces`: each has its own records, people and keys. */
export function registerWorkspaces(program: Command, settings: Settings): void {
  const workspaces = program
    .command('workspaces')
    .description('your workspaces')
    .addHelpText(
      'after',
      '\nExample:\n  $ tallyhook workspaces use Flights\n\nOperators also have the workspace "!core": connectors released there are for every workspace.',
    );
  withCommonOptions(workspaces.command('list').description('list your workspaces'), 'tallyhook workspaces list').action(
    (options: CommonOptions) => listWorkspaces(settings, options),
  );
  const create = workspaces
    .command('create')
    .argument('<name>', 'its name')
    .description('create a workspace with a main branch');
  withCommonOptions(
    withCalendar(create),
    'tallyhook workspaces create Flights --timezone America/New_York --week-start sunday',
  ).action((name: string, options: CalendarOptions) => createWorkspace(settings, options, name));
  const change = workspaces
    .command('change')
    .argument('<workspace>', 'its id or name')
    .description('rename a workspace, or change its time zone and week start on every branch (owners and admins only)')
    .option('--name <text>', 'its new name');
  withCommonOptions(
    withCalendar(change),
    'tallyhook workspaces change Flights --timezone Europe/Berlin --week-start monday',
  ).action((wanted: string, options: ChangeOptions) => changeWorkspace(settings, options, wanted));
  const use = workspaces
    .command('use')
    .argument('<workspace>', 'its id or name')
    .description('use this workspace in later commands');
  withCommonOptions(use, 'tallyhook workspaces use Flights').action((wanted: string, options: CommonOptions) =>
    useWorkspace(settings, options, wanted),
  );
}

function withCalendar(command: Command): Command {
  return command
    .option('--timezone <name>', 'the time zone of days and months, such as America/New_York')
    .addOption(new Option('--week-start <day>', 'the first day of the week').choices(['monday', 'sunday', 'saturday']));
}

async function useWorkspace(settings: Settings, options: CommonOptions, wanted: string): Promise<void> {
  const workspaces = await useApi(settings, options, readWorkspaces);
  const workspace = findWorkspace(workspaces, wanted);
  // Listing workspaces requires a session; keys cannot do it.
  const session = (await readSession(settings.sessionFile))!;
  saveSession(settings.sessionFile, { ...session, workspace: workspace.id });
  print(settings, options, workspace, () => `Later commands use ${printable(workspace.name)}.`);
}

/** Those of the person; that of the operators comes last. */
async function readWorkspaces(api: Api): Promise<Workspace[]> {
  const { workspaces, core } = await api.call('GET /api/session');
  return core === undefined ? workspaces : [...workspaces, { ...core, name: coreName }];
}

/** What the product calls the workspace in which operators release connectors for every workspace. */
const coreName = '!core';

function findWorkspace(workspaces: readonly Workspace[], wanted: string): Workspace {
  const workspace = workspaces.find(({ id, name }) => id === wanted || name === wanted);
  if (workspace !== undefined) return workspace;
  const names = workspaces.map(({ name }) => `"${name}"`).join(', ');
  throw new Problem('not_found', `You don't belong to a workspace "${wanted}". Your workspaces: ${names || 'none'}.`);
}

async function listWorkspaces(settings: Settings, options: CommonOptions): Promise<void> {
  const workspaces = await useApi(settings, options, readWorkspaces);
  print(settings, options, workspaces, () =>
    table(
      ['id', 'name', 'role', 'time zone', 'week start', 'branches'],
      workspaces.map(({ id, name, role, timezone, weekStart, branches }) => [
        id,
        name,
        role,
        timezone,
        weekStart,
        branches.join(', '),
      ]),
    ),
  );
}

async function createWorkspace(settings: Settings, options: CalendarOptions, name: string): Promise<void> {
  const { timezone, weekStart } = options;
  const workspace = await useApi(settings, options, (api) =>
    api.call('POST /api/workspaces', { body: { name, timezone, weekStart } }),
  );
  print(settings, options, workspace, () => `${workspace.id}  ${printable(workspace.name)}`);
}

async function changeWorkspace(settings: Settings, options: ChangeOptions, wanted: string): Promise<void> {
  const { name, timezone, weekStart } = options;
  if (name === undefined && timezone === undefined && weekStart === undefined) {
    throw new Problem('invalid_usage', 'Nothing to change: add --name, --timezone or --week-start.');
  }
  const workspace = await useApi(settings, options, async (api) => {
    const { id } = findWorkspace(await readWorkspaces(api), wanted);
    return api.call('PATCH /api/workspaces/:id', { path: { id }, body: { name, timezone, weekStart } });
  });
  print(settings, options, workspace, () => {
    const { id, name: called, timezone: zone, weekStart: day } = workspace;
    return `${id}  ${printable(called)}  ${zone}, weeks begin on ${day}`;
  });
}
