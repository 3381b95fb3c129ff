import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewReport, SavedReport } from '@tallyhook/schemas/api';
import type { Home } from '../home.ts';
import type { ApiClient } from './api-client.ts';
import { demoDashboard, demoOwner, demoReport, demoReports, demoWorkflow } from './demo-definitions.ts';
import { ensureWorkflow } from './ensure-workflow.ts';
import { addLaunchVideo } from './launch-video.ts';
import { sampleClosedTickets, samplePeople, sampleProjects, sampleTickets } from './sample-records.ts';

export interface DemoOptions {
  api: ApiClient;
  home: Home;
  /** The credential that the practice services accept. Without it, no account is linked and nothing runs. */
  practiceToken: string | undefined;
}

const workspaceName = 'demo';

/**
 * Creates the demo workspace through the product's own API. Once it is complete, later starts leave it alone, so that
 * changes and deletions by people stay. If a start is interrupted, the next one adds what is missing.
 * @returns whether anything was created
 */
export async function ensureDemo({ api, home, practiceToken }: DemoOptions): Promise<boolean> {
  const donePath = join(home.path, 'demo-workspace');
  const { workspaces } = await api.call('GET /api/session', {});
  const done = await readFile(donePath, 'utf8').catch(() => '');
  if (workspaces.some(({ id }) => id === done)) return false;

  const workspace =
    workspaces.find(({ name }) => name === workspaceName) ??
    (await api.call('POST /api/workspaces', { body: { name: workspaceName } }));
  const demo = api.within({ workspace: workspace.id, branch: 'main' });
  await addRecords(demo);
  const report = await ensureReport(demo, demoReport);
  for (const wanted of demoReports) await ensureReport(demo, wanted);
  await ensureDashboard(demo);
  for (const id of ['github', 'youtube']) await demo.call('POST /api/connectors', { body: { id } });
  const workflow = await ensureWorkflow(demo, demoWorkflow(report.id));
  if (practiceToken !== undefined) {
    const github = await linkAccount(demo, 'github', { owner: demoOwner, token: practiceToken });
    const youtube = await linkAccount(demo, 'youtube', { channel: demoOwner, token: practiceToken });
    await demo.call('PATCH /api/workflows/:id/settings', {
      path: { id: workflow.id },
      body: { on: true, accounts: { github } },
    });
    await addLaunchVideo({ api, demo, accounts: { github, youtube }, workspaceId: workspace.id });
  }
  await writeFile(donePath, workspace.id);
  return true;
}

async function addRecords(demo: ApiClient): Promise<void> {
  const people = await addMissing(demo, 'person', samplePeople, 'name');
  const projects = await addMissing(
    demo,
    'project',
    sampleProjects.map((project) => ({ ...project, owner: people.get(project.owner) })),
    'name',
  );
  const tickets = sampleTickets.map(([title, status, priority, labels, project, assignee, estimate]) => ({
    ...{ title, status, priority, labels, estimate, done: status === 'done' },
    ...{ project: projects.get(project), assignee: people.get(assignee) },
  }));
  const closed = sampleClosedTickets.map(([title, monthsAgo, priority, label, project, assignee, estimate], index) => ({
    ...{ title, status: 'done', priority, labels: [label], estimate, done: true },
    ...{ project: projects.get(project), assignee: people.get(assignee), closedAt: monthsBefore(monthsAgo, index) },
  }));
  await addMissing(demo, 'ticket', [...tickets, ...closed], 'title');
}

/** A time in the month that many months ago, so that the demo is never out of date. */
function monthsBefore(months: number, index: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 2 + (index % 25), 10)).toISOString();
}

/** Adds the records whose label does not exist yet. Returns the id of each record by its label. */
async function addMissing(
  demo: ApiClient,
  type: string,
  wanted: readonly Record<string, unknown>[],
  labelField: string,
): Promise<Map<unknown, string>> {
  const { records } = await demo.call('GET /api/records', { query: { type, limit: 100 } });
  const ids = new Map(records.map(({ id, fields }) => [fields[labelField], id]));
  for (const fields of wanted) {
    const label = fields[labelField];
    if (ids.has(label)) continue;
    const { id } = await demo.call('POST /api/records', { query: { type }, body: { fields } });
    ids.set(label, id);
  }
  return ids;
}

async function ensureReport(demo: ApiClient, wanted: NewReport): Promise<SavedReport> {
  const listed = await demo.call('GET /api/reports', {});
  return listed.find(({ name }) => name === wanted.name) ?? (await demo.call('POST /api/reports', { body: wanted }));
}

/** Creates the dashboard, or adds its missing tiles. */
async function ensureDashboard(demo: ApiClient): Promise<void> {
  const { name, tiles } = demoDashboard;
  const reports = await demo.call('GET /api/reports', {});
  const dashboards = await demo.call('GET /api/dashboards', {});
  const dashboard =
    dashboards.find((one) => one.name === name) ?? (await demo.call('POST /api/dashboards', { body: { name } }));
  for (const { report: reportName, width } of tiles.slice(dashboard.tiles.length)) {
    const { id: report } = reports.find((one) => one.name === reportName)!;
    await demo.call('POST /api/dashboards/:id/tiles', { path: { id: dashboard.id }, body: { report, width } });
  }
}

async function linkAccount(demo: ApiClient, connector: string, fields: Record<string, string>): Promise<string> {
  const linked = await demo.call('GET /api/accounts', { query: { connector } });
  const account =
    linked.find(({ externalId }) => externalId === demoOwner) ??
    (await demo.call('POST /api/accounts', { body: { connector, fields } }));
  return account.id;
}
