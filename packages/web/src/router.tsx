import { createRootRoute, createRoute, createRouter, redirect, retainSearchParams } from '@tanstack/react-router';
import { runStatuses, type RunStatus } from './api/shapes.ts';
import type { PlaceSearch } from './place.tsx';
import { ReportPage } from './reports/ReportPage.tsx';
import { ReportsPage } from './reports/ReportsPage.tsx';
import { RunPage } from './runs/RunPage.tsx';
import { RunsPage } from './runs/RunsPage.tsx';
import { NoSuchPage, Shell } from './shell/Shell.tsx';

/** Which runs the list shows. */
export interface RunsSearch {
  status?: RunStatus;
  workflow?: string;
}

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NoSuchPage,
  validateSearch: ({ workspace, branch }: Record<string, unknown>): PlaceSearch => ({
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
  }),
  search: { middlewares: [retainSearchParams(['workspace', 'branch'])] },
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // TanStack Router is told to go elsewhere by what is thrown.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect({ to: '/reports' });
  },
});

const reportsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/reports', component: ReportsPage });

const reportRoute = createRoute({ getParentRoute: () => rootRoute, path: '/reports/$reportId', component: ReportPage });

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  component: RunsPage,
  validateSearch: ({ status, workflow }: Record<string, unknown>): RunsSearch => ({
    ...(isRunStatus(status) ? { status } : {}),
    ...(typeof workflow === 'string' ? { workflow } : {}),
  }),
});

const runRoute = createRoute({ getParentRoute: () => rootRoute, path: '/runs/$runId', component: RunPage });

const routeTree = rootRoute.addChildren([homeRoute, reportsRoute, reportRoute, runsRoute, runRoute]);

/** Makes the router of the pages. Parameters of an address are texts and stay texts. */
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
  });
}

function isRunStatus(value: unknown): value is RunStatus {
  return runStatuses.some((status) => status === value);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
