import type { Health } from '@tallyhook/schemas/api';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeTemporal } from '@tallyhook/engine/client';
import { pingStore } from '@tallyhook/store';
import type { ApiDependencies } from './dependencies.ts';

/** The state of a part; `unknown` if it depends on another part that is not ready. */
export type PartState = 'ready' | 'not_ready' | 'unknown';

const patienceMs = 2_500;

/** Checks all parts in parallel and gives each a few seconds at most. */
export async function describeHealth({ store, temporal, isPrepared }: ApiDependencies): Promise<Health> {
  const [hasMongodb, workflows] = await Promise.all([
    pingStore(store, { timeoutMs: patienceMs }),
    Promise.race([
      describeTemporal(temporal, store).catch(() => undefined),
      sleep(patienceMs, undefined, { ref: false }),
    ]),
  ]);
  const parts = {
    api: isPrepared() ? 'ready' : 'not_ready',
    mongodb: hasMongodb ? 'ready' : 'not_ready',
    temporal: stateOf(workflows?.reachable),
    worker: stateOf(workflows?.worker),
  } as const;
  const problems = [
    ...(hasMongodb ? [] : ['MongoDB does not answer, or has no primary.']),
    ...(isPrepared() ? [] : ['The API is waiting for MongoDB to prepare its collections.']),
    ...(workflows?.problem ? [workflows.problem] : []),
    ...(workflows ? [] : ['Could not check whether Temporal and a worker are ready.']),
  ];
  const isReady = Object.values(parts).every((state) => state === 'ready');
  return { status: isReady ? 'ready' : 'not_ready', parts, problems };
}

function stateOf(isReady: boolean | undefined): PartState {
  if (isReady === undefined) return 'unknown';
  return isReady ? 'ready' : 'not_ready';
}
