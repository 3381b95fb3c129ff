import type { RunningService } from '@tallyhook/practice';
import type { Route } from '@tallyhook/sdk';
import { createMockService, type MockedConnector, mockedOrigins, type MockOptions } from './mock-service.ts';

/** A service that is played from fixtures. */
export interface RunningMock extends RunningService {
  /** Leads connections for the declared addresses to the mock. */
  routes: Route[];
}

/**
 * Starts the mock of a connector on the loopback address; each of the next requests meets one of the faults. With
 * `anyToken` it takes tokens that others gave.
 */
export async function startMock(
  mocked: MockedConnector,
  { port = 0, faults = [], ...options }: MockOptions & { port?: number; faults?: readonly string[] } = {},
): Promise<RunningMock> {
  // Loaded here: verbs that play nothing do not wait for it.
  const { playWholeRequests, servePractice } = await import('@tallyhook/practice');
  const played = playWholeRequests(createMockService(mocked, options));
  played.faults.set(faults);
  const { url, close } = await servePractice(played, port);
  return { url, close, routes: mockedOrigins(mocked).map((from) => ({ from, to: url })) };
}
