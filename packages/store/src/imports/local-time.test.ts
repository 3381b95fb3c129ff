import assert from 'node:assert/strict';
import { createLocalToInstant } from './local-time.ts';

const inZone = (timezone: string, local: string) => createLocalToInstant(timezone)(new Date(`${local}Z`)).toISOString();

describe('Local times', () => {
  for (const [zone, local, instant] of [
    ['UTC', '2026-03-01T09:30:00', '2026-03-01T09:30:00.000Z'],
    ['America/New_York', '2026-01-15T09:30:00', '2026-01-15T14:30:00.000Z'],
    ['America/New_York', '2026-07-15T09:30:00', '2026-07-15T13:30:00.000Z'],
    ['Asia/Kathmandu', '2026-07-15T00:10:00', '2026-07-14T18:25:00.000Z'],
    ['Pacific/Apia', '2026-07-15T09:30:00', '2026-07-14T20:30:00.000Z'],
  ] as const) {
    it(`converts ${local} in ${zone} to ${instant}`, () => assert.equal(inZone(zone, local), instant));
  }

  it('moves a time skipped by daylight saving one hour ahead', () => {
    assert.equal(inZone('America/New_York', '2026-03-08T01:59:59'), '2026-03-08T06:59:59.000Z');
    assert.equal(inZone('America/New_York', '2026-03-08T02:30:00'), '2026-03-08T07:30:00.000Z');
    assert.equal(inZone('America/New_York', '2026-03-08T03:00:00'), '2026-03-08T07:00:00.000Z');
  });

  it('uses the first occurrence of a repeated time', () => {
    assert.equal(inZone('America/New_York', '2026-11-01T01:30:00'), '2026-11-01T05:30:00.000Z');
    assert.equal(inZone('Europe/Berlin', '2026-10-25T02:30:00'), '2026-10-25T00:30:00.000Z');
  });
});
