import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
  type RouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RunStatus } from '@tallyhook/schemas/api';
import { runStatuses } from '@tallyhook/schemas/run-statuses';
import { coreName } from './session/workspace-of.ts';
import type { PlaceSearch } from './place.tsx';
import type { ReportSearch } from './builder/report-search.ts';
import type { DashboardSearch } from './dashboards/DashboardPage.tsx';
import type { DeliveriesSearch } from './deliveries/DeliveriesPage.tsx';
import { DashboardPage } from './dashboards/DashboardPage.tsx';
import { ReportTabs } from './dashboards/ReportTabs.tsx';
import type { ConnectorBuilderSearch } from './connector-builder/ConnectorBuilderPage.tsx';
import type { IntegrationsSearch } from './integrations/IntegrationsPage.tsx';
import type { OfferSearch } from './marketplace/find-offers.ts';
import type { LinkedSearch } from './integrations/LinkedPage.tsx';
import type { MergeSearch } from './branches/MergePage.tsx';
import { searchNames, type RecordsSearch } from './records/search-names.ts';
import type { WorkflowsSearch } from './workflows/WorkflowsPage.tsx';
import { ReportsPage, type ReportsSearch } from './reports/ReportsPage.tsx';
import { loadPart } from './shell/load-part.tsx';
import { BlockBroken, FrameBroken, PageBroken } from './shell/PageBroken.tsx';
import { PageNotLoaded } from './shell/PartNotLoaded.tsx';
import { NoSuchPage, Shell } from './shell/Shell.tsx';

/** The search parameters of the builder. */
export interface BuilderSearch {
  /** The delivery whose values it takes as the sample. */
  sample?: string;
}

/** The search parameters of the runs page. */
export interface RunsSearch {
  status?: RunStatus;
  /** Only those that wait for a decision. */
  undecided?: 'true';
  workflow?: string;
  /** The id of a delivery, a record or a run. */
  find?: string;
  since?: string;
  until?: string;
}

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NoSuchPage,
  errorComponent: FrameBroken,
  validateSearch: ({ workspace, branch }: Record<string, unknown>): PlaceSearch => ({
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
  }),
  search: { middlewares: [retainSearchParams(['workspace', 'branch'])] },
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ search: { workspace } }) => {
    // TanStack Router redirects via a thrown value.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect({ to: workspace === coreName ? '/connectors' : '/reports' });
  },
});

/** Where connectors are made for every workspace. */
const coreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/!core',
  beforeLoad: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect({ to: '/connectors', search: { workspace: coreName } as never });
  },
});

const tabsRoute = createRoute({ getParentRoute: () => rootRoute, id: 'tabs', component: ReportTabs });

const reportsRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/reports',
  component: ReportsPage,
  errorComponent: BlockBroken,
  validateSearch: ({ by, ...search }: Record<string, unknown>): ReportsSearch => ({
    ...textsOf(search, ['find', 'tag']),
    ...(by === 'tag' ? { by } : {}),
  }),
});

const dashboardRoute = createRoute({
  getParentRoute: () => tabsRoute,
  path: '/dashboards/$dashboardId',
  component: DashboardPage,
  errorComponent: BlockBroken,
  validateSearch: ({ arrange, ...search }: Record<string, unknown>): DashboardSearch => ({
    ...(arrange === '1' ? { arrange } : {}),
    ...textsOf(search, ['filter']),
  }),
});

// Pages that few people open first are loaded lazily. The annotation is needed: otherwise the pages would get the
// router's own type.
const ReportPage: RouteComponent = lazyPage(
  'ReportPage',
  async () => (await import('./reports/ReportPage.tsx')).ReportPage,
);
const RecordsPage: RouteComponent = lazyPage(
  'RecordsPage',
  async () => (await import('./records/RecordsPage.tsx')).RecordsPage,
);
const TypesOfRecordsPage: RouteComponent = lazyPage(
  'TypesOfRecordsPage',
  async () => (await import('./records/TypesPage.tsx')).TypesPage,
);
const SpeedPage: RouteComponent = lazyPage('SpeedPage', async () => (await import('./speed/SpeedPage.tsx')).SpeedPage);
const SettingsPage: RouteComponent = lazyPage(
  'SettingsPage',
  async () => (await import('./workspace/SettingsPage.tsx')).SettingsPage,
);

const WorkflowsPage: RouteComponent = lazyPage(
  'WorkflowsPage',
  async () => (await import('./workflows/WorkflowsPage.tsx')).WorkflowsPage,
);
const InboxPage: RouteComponent = lazyPage('InboxPage', async () => (await import('./inbox/InboxPage.tsx')).InboxPage);
const RunsPage: RouteComponent = lazyPage('RunsPage', async () => (await import('./runs/RunsPage.tsx')).RunsPage);
const RunPage: RouteComponent = lazyPage('RunPage', async () => (await import('./runs/RunPage.tsx')).RunPage);
const DeliveriesPage: RouteComponent = lazyPage(
  'DeliveriesPage',
  async () => (await import('./deliveries/DeliveriesPage.tsx')).DeliveriesPage,
);
const DeliveryPage: RouteComponent = lazyPage(
  'DeliveryPage',
  async () => (await import('./deliveries/DeliveryPage.tsx')).DeliveryPage,
);
const WorkflowBuilderPage: RouteComponent = lazyPage(
  'WorkflowBuilderPage',
  async () => (await import('./workflow-builder/WorkflowBuilderPage.tsx')).WorkflowBuilderPage,
);
const MembersPage: RouteComponent = lazyPage(
  'MembersPage',
  async () => (await import('./members/MembersPage.tsx')).MembersPage,
);
const ApiPage: RouteComponent = lazyPage('ApiPage', async () => (await import('./keys/ApiPage.tsx')).ApiPage);
const AccountPage: RouteComponent = lazyPage(
  'AccountPage',
  async () => (await import('./account/AccountPage.tsx')).AccountPage,
);
const AuditPage: RouteComponent = lazyPage('AuditPage', async () => (await import('./audit/AuditPage.tsx')).AuditPage);
const OutboxPage: RouteComponent = lazyPage(
  'OutboxPage',
  async () => (await import('./outbox/OutboxPage.tsx')).OutboxPage,
);
const ImportPage: RouteComponent = lazyPage(
  'ImportPage',
  async () => (await import('./import/ImportPage.tsx')).ImportPage,
);

const BranchesPage: RouteComponent = lazyPage(
  'BranchesPage',
  async () => (await import('./branches/BranchesPage.tsx')).BranchesPage,
);
const BranchPage: RouteComponent = lazyPage(
  'BranchPage',
  async () => (await import('./branches/BranchPage.tsx')).BranchPage,
);
const MergePage: RouteComponent = lazyPage(
  'MergePage',
  async () => (await import('./branches/MergePage.tsx')).MergePage,
);
const AppPage: RouteComponent = lazyPage('AppPage', async () => (await import('./apps/AppPage.tsx')).AppPage);
const TypesPage: RouteComponent = lazyPage('TypesPage', async () => (await import('./types/TypesPage.tsx')).TypesPage);
const TypePage: RouteComponent = lazyPage('TypePage', async () => (await import('./types/TypePage.tsx')).TypePage);

const IntegrationsPage: RouteComponent = lazyPage(
  'IntegrationsPage',
  async () => (await import('./integrations/IntegrationsPage.tsx')).IntegrationsPage,
);
const MarketplacePage: RouteComponent = lazyPage(
  'MarketplacePage',
  async () => (await import('./marketplace/MarketplacePage.tsx')).MarketplacePage,
);
const ConnectorPage: RouteComponent = lazyPage(
  'ConnectorPage',
  async () => (await import('./marketplace/ConnectorPage.tsx')).ConnectorPage,
);
const LinkedPage: RouteComponent = lazyPage(
  'LinkedPage',
  async () => (await import('./integrations/LinkedPage.tsx')).LinkedPage,
);

const ConnectorsPage: RouteComponent = lazyPage(
  'ConnectorsPage',
  async () => (await import('./connector-builder/ConnectorsPage.tsx')).ConnectorsPage,
);
const ConnectorBuilderPage: RouteComponent = lazyPage(
  'ConnectorBuilderPage',
  async () => (await import('./connector-builder/ConnectorBuilderPage.tsx')).ConnectorBuilderPage,
);

const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/$reportId',
  component: ReportPage,
  validateSearch: (search: Record<string, unknown>): ReportSearch => textsOf(search, ['q', 'base', 'against', 'ask']),
});

/** All types; an older address with a type leads to its records. */
const typesOfRecordsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/records',
  component: TypesOfRecordsPage,
  validateSearch: (search: Record<string, unknown>): RecordsSearch & { type?: string } =>
    textsOf(search, ['type', ...searchNames]) as RecordsSearch & { type?: string },
  beforeLoad: ({ search: { type, ...search } }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    if (type !== undefined) throw redirect({ to: '/records/$typeName', params: { typeName: type }, search });
  },
});

const recordsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/records/$typeName',
  component: RecordsPage,
  validateSearch: (search: Record<string, unknown>): RecordsSearch => textsOf(search, searchNames) as RecordsSearch,
});

const speedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/speed',
  component: SpeedPage,
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: SettingsPage,
});

const inboxRoute = createRoute({ getParentRoute: () => rootRoute, path: '/inbox', component: InboxPage });

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  component: RunsPage,
  validateSearch: ({ status, undecided, ...search }: Record<string, unknown>): RunsSearch => ({
    ...(isRunStatus(status) ? { status } : {}),
    ...(undecided === 'true' ? { undecided } : {}),
    ...textsOf(search, ['workflow', 'find', 'since', 'until']),
  }),
});

const workflowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows',
  component: WorkflowsPage,
  validateSearch: (search: Record<string, unknown>): WorkflowsSearch => textsOf(search, ['find']),
});

const builderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$workflowId',
  component: WorkflowBuilderPage,
  validateSearch: (search: Record<string, unknown>): BuilderSearch => textsOf(search, ['sample']),
});

const runRoute = createRoute({ getParentRoute: () => rootRoute, path: '/runs/$runId', component: RunPage });

const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries',
  component: DeliveriesPage,
  validateSearch: (search: Record<string, unknown>): DeliveriesSearch =>
    textsOf(search, ['connector', 'outcome', 'find']),
});
const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries/$deliveryId',
  component: DeliveryPage,
});

const integrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integrations',
  component: IntegrationsPage,
  validateSearch: (search: Record<string, unknown>): IntegrationsSearch => textsOf(search, ['link', 'find']),
});
const marketplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace',
  component: MarketplacePage,
  validateSearch: (search: Record<string, unknown>): OfferSearch =>
    textsOf(search, ['find', 'category', 'state', 'sort', 'kind']),
});
const connectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace/$connectorId',
  component: ConnectorPage,
});
const linkedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/linked',
  component: LinkedPage,
  validateSearch: (search: Record<string, unknown>): LinkedSearch => textsOf(search, ['signIn', 'problem']),
});
const connectorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connectors',
  component: ConnectorsPage,
});
const connectorBuilderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connectors/$connectorId',
  component: ConnectorBuilderPage,
  validateSearch: (search: Record<string, unknown>): ConnectorBuilderSearch => textsOf(search, ['part', 'tab', 'view']),
});
const membersRoute = createRoute({ getParentRoute: () => rootRoute, path: '/members', component: MembersPage });
const apiRoute = createRoute({ getParentRoute: () => rootRoute, path: '/api-access', component: ApiPage });
const accountRoute = createRoute({ getParentRoute: () => rootRoute, path: '/account', component: AccountPage });
const auditRoute = createRoute({ getParentRoute: () => rootRoute, path: '/audit', component: AuditPage });
const outboxRoute = createRoute({ getParentRoute: () => rootRoute, path: '/outbox', component: OutboxPage });
const importRoute = createRoute({ getParentRoute: () => rootRoute, path: '/import', component: ImportPage });

const branchesRoute = createRoute({ getParentRoute: () => rootRoute, path: '/branches', component: BranchesPage });
const branchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/branches/$branchName',
  component: BranchPage,
});
const mergeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merge',
  component: MergePage,
  validateSearch: (search: Record<string, unknown>): MergeSearch => textsOf(search, ['from', 'into']),
});
const appRoute = createRoute({ getParentRoute: () => rootRoute, path: '/apps/$appId', component: AppPage });
const typesRoute = createRoute({ getParentRoute: () => rootRoute, path: '/types', component: TypesPage });
const typeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/types/$typeName', component: TypePage });

const routeTree = rootRoute.addChildren([
  homeRoute,
  coreRoute,
  tabsRoute.addChildren([reportsRoute, dashboardRoute]),
  reportRoute,
  typesOfRecordsRoute,
  recordsRoute,
  typesRoute,
  appRoute,
  typeRoute,
  speedRoute,
  settingsRoute,
  workflowsRoute,
  builderRoute,
  inboxRoute,
  runsRoute,
  runRoute,
  deliveriesRoute,
  deliveryRoute,
  integrationsRoute,
  marketplaceRoute,
  connectorRoute,
  linkedRoute,
  connectorsRoute,
  connectorBuilderRoute,
  membersRoute,
  apiRoute,
  accountRoute,
  auditRoute,
  outboxRoute,
  importRoute,
  branchesRoute,
  branchRoute,
  mergeRoute,
]);

/** Creates the router. Search parameters stay strings. */
export function createPages() {
  return createRouter({
    routeTree,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
    },
    scrollRestoration: true,
    defaultNotFoundComponent: NoSuchPage,
    defaultErrorComponent: PageBroken,
  });
}

function lazyPage(name: string, load: () => Promise<ComponentType>): RouteComponent {
  return lazyRouteComponent(async () => ({ default: await loadPart(name, load, PageNotLoaded) }));
}

/** The search parameters that are strings. */
function textsOf<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given = names.filter((name) => typeof search[name] === 'string');
  return Object.fromEntries(given.map((name) => [name, search[name]])) as Partial<Record<Name, string>>;
}

function isRunStatus(value: unknown): value is RunStatus {
  return runStatuses.some((status) => status === value);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
