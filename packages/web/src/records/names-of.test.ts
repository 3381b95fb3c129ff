import assert from 'node:assert/strict';
import type { RecordPage } from '@tallyhook/schemas/api';
import { namesOf } from './names-of.ts';

describe('names of related records', () => {
  it('come from every page, including deleted and unnamed records', () => {
    const [named, gone, unnamed] = ['a', 'b', 'c'].map((digit) => digit.repeat(24)) as [string, string, string];
    const pages: RecordPage[] = [
      { records: [], labels: { project: { [named]: 'Billing' }, person: { [gone]: null } } },
      { records: [], labels: { project: { [unnamed]: '' } } },
      { records: [] },
    ];
    const names = { [named]: 'Billing', [gone]: 'Deleted (bbbbbb)', [unnamed]: 'Unnamed (cccccc)' };
    assert.deepEqual(namesOf(pages), names);
  });
});
