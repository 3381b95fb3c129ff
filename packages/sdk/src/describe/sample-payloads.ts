import { type ConnectorPackage, type Fixture, Problem } from '@tallyhook/schemas';
import { playDelivery } from '../fixtures/play-fixture.ts';

/** The payloads of a webhook's events in its fixtures. A refused delivery has none. */
export function samplePayloads(released: ConnectorPackage, webhook: string, fixtures: readonly Fixture[]): unknown[] {
  return fixtures.flatMap((fixture) => {
    if (fixture.kind !== 'webhook' || fixture.webhook !== webhook) return [];
    const read = playDelivery(released, fixture);
    return read instanceof Problem || read.kind !== 'events' ? [] : read.events.map(({ payload }) => payload);
  });
}
