import { formatProblems } from '@tallyhook/sdk';
import type { ConnectorPackage } from '@tallyhook/sdk';
import { checkFolder, countInWords } from '../check-folder.ts';
import type { MockedConnector } from '../mock/mock-service.ts';
import { hasPassed, testFolder, type TestedFolder } from '../test-folder.ts';
import { testText } from '../test-report.ts';

/** What `dev` knows of a connector: how it is now, and the last build that was good. */
export interface WatchedBuild {
  state: 'good' | 'failing' | 'broken';
  /** The last build that compiled; absent until there is one. */
  good?: MockedConnector & { builtAt: string };
  now: TestedFolder;
  /** How long it took from reading the folder to here. */
  tookMs: number;
  /** How often it was built. */
  builds: number;
}

/** Builds and tests the folder; where it does not compile, the build before stays. */
export async function rebuild(folder: string, before?: WatchedBuild): Promise<WatchedBuild | undefined> {
  const startedAt = performance.now();
  const checked = checkFolder(folder);
  if (checked === undefined) return undefined;
  const now = await testFolder(checked, []);
  const released: ConnectorPackage | undefined = checked.package;
  const state = released === undefined ? 'broken' : hasPassed(now) ? 'good' : 'failing';
  const good =
    released === undefined ? before?.good : { released, fixtures: checked.fixtures, builtAt: new Date().toISOString() };
  const tookMs = Math.round(performance.now() - startedAt);
  return { state, now, tookMs, builds: (before?.builds ?? 0) + 1, ...(good && { good }) };
}

/** The build for people. */
export function buildText({ now, tookMs, good, state }: WatchedBuild): string {
  const took = `ready after ${tookMs} ms`;
  if (state !== 'broken') return `${testText(now, { coverage: false })}\n  ${took}`;
  const kept =
    good === undefined ? 'nothing is played until it compiles' : `the build of ${good.builtAt} is still played`;
  return `${formatProblems(now.problems, { format: 'text' })}\n\n${now.folder}: ${countInWords(now.problems)}; ${kept}`;
}

/** The build for scripts. */
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
