import assert from 'node:assert/strict';
import { foreignZone } from './foreign-zone.ts';

describe('the zone in which a list of records has its moments', () => {
  it('is named where it is not that of the reader, whatever either is called', () => {
    assert.equal(foreignZone('Pacific/Auckland', 'Europe/Berlin'), 'Pacific/Auckland');
    assert.equal(foreignZone('Europe/Berlin', 'Europe/Berlin'), undefined);
    assert.equal(foreignZone('Asia/Kolkata', 'Asia/Calcutta'), undefined);
    assert.equal(foreignZone('Etc/UTC', 'UTC'), undefined);
    assert.equal(foreignZone(undefined, 'Europe/Berlin'), undefined);
  });

  it('is left to the service to refuse where there is none of that name', () => {
    assert.equal(foreignZone('Mars/Olympus', 'Europe/Berlin'), undefined);
  });
});
