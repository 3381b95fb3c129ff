import type { RunningService } from '@tallyhook/practice';
import type { Route } from '@tallyhook/sdk';
import { createMockService, type MockedConnector, mockedOrigins, type MockOptions } from './mock-service.ts';

/** A service played from fixtures. */
export interface RunningMock extends RunningService {
  /** Routes from the declared addresses to the mock. */
  routes: Route[];
}

/**
 * Starts a connector's mock on the loopback address; each of the next requests meets one of the faults. With `anyToken`
 * it accepts tokens issued elsewhere.
 */
export async function startMock(
  mocked: MockedConnector,
  { port = 0, faults = [], ...options }: MockOptions & { port?: number; faults?: readonly string[] } = {},
): Promise<RunningMock> {
  // Loaded on demand, for verbs that play nothing.
  const { playWholeRequests, servePractice } = await import('@tallyhook/practice');
  const played = playWholeRequests(createMockService(mocked, options));
  played.faults.set(faults);
  const { url, close } = await servePractice(played, port);
  return { url, close, routes: mockedOrigins(mocked).map((from) => ({ from, to: url })) };
}
