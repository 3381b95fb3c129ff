import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from '../home.ts';
import type { ApiClient } from './api-client.ts';
import { demoDashboard, demoOwner, demoReport, demoReports, demoWorkflow } from './demo-definitions.ts';
import { addLaunchVideo } from './launch-video.ts';
import { sampleClosedTickets, samplePeople, sampleProjects, sampleTickets } from './sample-records.ts';

export interface DemoOptions {
  api: ApiClient;
  home: Home;
  /** The credential that the practice services accept. Without it, no account is linked and nothing runs. */
  practiceToken: string | undefined;
}

interface Named {
  id: string;
  name: string;
}

interface Dashboard extends Named {
  tiles: unknown[];
}

interface Session {
  workspaces: Named[];
}

const workspaceName = 'demo';

/**
 * Creates the demo workspace through the product's own API. Once it is complete, later starts leave it alone, so that
 * changes and deletions by people stay. If a start is interrupted, the next one adds what is missing.
 * @returns whether anything was created
 */
export async function ensureDemo({ api, home, practiceToken }: DemoOptions): Promise<boolean> {
  const donePath = join(home.path, 'demo-workspace');
  const { workspaces } = await api.get<Session>('/api/session');
  const done = await readFile(donePath, 'utf8').catch(() => '');
  if (workspaces.some(({ id }) => id === done)) return false;

  const workspace =
    workspaces.find(({ name }) => name === workspaceName) ??
    (await api.post<Named>('/api/workspaces', { name: workspaceName }));
  const demo = inWorkspace(api, workspace.id);
  await addRecords(demo);
  const report = await ensureNamed(demo, '/api/reports', demoReport);
  for (const wanted of demoReports) await ensureNamed(demo, '/api/reports', wanted);
  await ensureDashboard(demo);
  for (const id of ['github', 'youtube']) await demo.post('/api/connectors', { id });
  const definition = demoWorkflow(report.id);
  const workflow = await ensureNamed(demo, '/api/workflows', { name: definition.name, definition });
  if (practiceToken !== undefined) {
    const github = await linkAccount(demo, 'github', { owner: demoOwner, token: practiceToken });
    const youtube = await linkAccount(demo, 'youtube', { channel: demoOwner, token: practiceToken });
    await demo.patch(`/api/workflows/${workflow.id}/settings`, { on: true, accounts: { github } });
    await addLaunchVideo(demo, { accounts: { github, youtube }, workspaceId: workspace.id });
  }
  await writeFile(donePath, workspace.id);
  return true;
}

/** The same client, limited to the paths of one workspace. */
function inWorkspace(api: ApiClient, workspaceId: string): ApiClient {
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}workspace=${workspaceId}&branch=main`;
  return {
    get: (path) => api.get(at(path)),
    post: (path, body) => api.post(at(path), body),
    patch: (path, body) => api.patch(at(path), body),
    send: (path, sent) => api.send(path.startsWith('/hooks/') ? path : at(path), sent),
  };
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

interface Listed {
  records: { id: string; fields: Record<string, unknown> }[];
}

/** Adds the records whose label does not exist yet. Returns the id of each record by its label. */
async function addMissing(
  demo: ApiClient,
  type: string,
  wanted: readonly Record<string, unknown>[],
  labelField: string,
): Promise<Map<unknown, string>> {
  const { records } = await demo.get<Listed>(`/api/records?type=${type}&limit=100`);
  const ids = new Map(records.map(({ id, fields }) => [fields[labelField], id]));
  for (const fields of wanted) {
    const label = fields[labelField];
    if (ids.has(label)) continue;
    const { id } = await demo.post<{ id: string }>(`/api/records?type=${type}`, { fields });
    ids.set(label, id);
  }
  return ids;
}

async function ensureNamed(
  demo: ApiClient,
  path: string,
  wanted: { name: string; definition: unknown },
): Promise<Named> {
  const listed = await demo.get<Named[]>(path);
  return listed.find(({ name }) => name === wanted.name) ?? (await demo.post<Named>(path, wanted));
}

/** Creates the dashboard, or adds its missing tiles. */
async function ensureDashboard(demo: ApiClient): Promise<void> {
  const { name, tiles } = demoDashboard;
  const reports = await demo.get<Named[]>('/api/reports');
  const dashboards = await demo.get<Dashboard[]>('/api/dashboards');
  const dashboard =
    dashboards.find((one) => one.name === name) ?? (await demo.post<Dashboard>('/api/dashboards', { name }));
  for (const { report: reportName, width } of tiles.slice(dashboard.tiles.length)) {
    const { id: report } = reports.find((one) => one.name === reportName)!;
    await demo.post(`/api/dashboards/${dashboard.id}/tiles`, { report, width });
  }
}

async function linkAccount(demo: ApiClient, connector: string, fields: Record<string, string>): Promise<string> {
  const linked = await demo.get<{ id: string; externalId: string }[]>(`/api/accounts?connector=${connector}`);
  const account =
    linked.find(({ externalId }) => externalId === demoOwner) ??
    (await demo.post<{ id: string }>('/api/accounts', { connector, fields }));
  return account.id;
}
