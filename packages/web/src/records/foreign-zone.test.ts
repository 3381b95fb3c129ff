import assert from 'node:assert/strict';
import { foreignZone } from './foreign-zone.ts';

describe('time zone of a list of records', () => {
  it("is named if it differs from the reader's, under any alias", () => {
    assert.equal(foreignZone('Pacific/Auckland', 'Europe/Berlin'), 'Pacific/Auckland');
    assert.equal(foreignZone('Europe/Berlin', 'Europe/Berlin'), undefined);
    assert.equal(foreignZone('Asia/Kolkata', 'Asia/Calcutta'), undefined);
    assert.equal(foreignZone('Etc/UTC', 'UTC'), undefined);
    assert.equal(foreignZone(undefined, 'Europe/Berlin'), undefined);
  });

  it('is left for the service to refuse if it does not exist', () => {
    assert.equal(foreignZone('Mars/Olympus', 'Europe/Berlin'), undefined);
  });
});
