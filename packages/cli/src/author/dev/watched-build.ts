import { formatProblems } from '@tallyhook/sdk';
import type { ConnectorPackage } from '@tallyhook/sdk';
import { checkFolder, formatCounts } from '../check-folder.ts';
import type { MockedConnector } from '../mock/mock-service.ts';
import { hasPassed, testFolder, type TestedFolder } from '../test-folder.ts';
import { testText } from '../test-report.ts';

/** The state of a connector in `dev`: its folder now, and its last good build. */
export interface WatchedBuild {
  state: 'good' | 'failing' | 'broken' | 'gone';
  /** The last build that compiled; absent before the first. */
  good?: MockedConnector & { builtAt: string };
  now: TestedFolder;
  /** Time from reading the folder to the result. */
  tookMs: number;
  /** Number of builds so far. */
  builds: number;
}

/** A connector that is rebuilt on every change. */
export interface WatchedFolder {
  /** The folder's name in messages. */
  folder: string;
  /** The absolute path; the working folder may disappear. */
  at: string;
}

/** Builds and tests the folder; undefined if it does not exist. */
export async function buildFirst(watched: WatchedFolder): Promise<WatchedBuild | undefined> {
  return build(watched, undefined);
}

/** Rebuilds the folder; if it is missing or does not compile, the previous good build stays. */
export async function rebuild(watched: WatchedFolder, before: WatchedBuild): Promise<WatchedBuild> {
  const gone = { ...before.now, problems: [], tested: [], coverage: [] };
  return (await build(watched, before)) ?? { ...before, state: 'gone', now: gone, tookMs: 0 };
}

async function build({ folder, at }: WatchedFolder, before?: WatchedBuild): Promise<WatchedBuild | undefined> {
  const startedAt = performance.now();
  const checked = checkFolder(folder, at);
  if (checked === undefined) return undefined;
  const now = await testFolder(checked);
  const released: ConnectorPackage | undefined = checked.package;
  const state = released === undefined ? 'broken' : hasPassed(now) ? 'good' : 'failing';
  const good =
    released === undefined ? before?.good : { released, fixtures: checked.fixtures, builtAt: new Date().toISOString() };
  const tookMs = Math.round(performance.now() - startedAt);
  return { state, now, tookMs, builds: (before?.builds ?? 0) + 1, ...(good && { good }) };
}

/** Describes the build for people. */
export function buildText({ now, tookMs, good, state }: WatchedBuild): string {
  const took = `ready after ${tookMs} ms`;
  if (state === 'good' || state === 'failing') return `${testText(now, { coverage: false })}\n  ${took}`;
  const kept =
    good === undefined ? 'the mock starts once it compiles' : `the mock still uses the build of ${good.builtAt}`;
  if (state === 'gone') return `${now.folder}: the folder is gone and will be rebuilt once it is back; ${kept}`;
  return `${formatProblems(now.problems, { format: 'text' })}\n\n${now.folder}: ${formatCounts(now.problems)}; ${kept}`;
}

/** The build as JSON for scripts. */
export function buildJson({ state, good, now, tookMs, builds }: WatchedBuild): object {
  return {
    state,
    folder: now.folder,
    builds,
    tookMs,
    ...(good && {
      build: {
        id: good.released.connector.id,
        version: good.released.connector.version,
        sha256: good.released.sha256,
        builtAt: good.builtAt,
      },
    }),
    problems: now.problems,
    fixtures: now.tested.map(({ name, differences }) => ({ name, passed: differences.length === 0, differences })),
  };
}
