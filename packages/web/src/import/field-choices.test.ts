import assert from 'node:assert/strict';
import { fieldChoices } from './field-choices.ts';

describe('corrections of the fields of an import', () => {
  const columns = [
    { column: 'order no', field: 'orderNo', kind: 'number' as const, reason: '', samples: [] },
    { column: 'phone', field: 'phone', kind: 'text' as const, reason: '', samples: [] },
  ];

  it('keep the proposed name if only the kind is corrected, and the other way round', () => {
    assert.deepEqual(fieldChoices({ 'order no': { kind: 'text' } }, columns), ['order no=orderNo:text']);
    assert.deepEqual(fieldChoices({ phone: { field: 'mobile' } }, columns), ['phone=mobile']);
  });

  it('say nothing about a column that has no field yet', () => {
    const matched = [...columns, { column: 'code', reason: '', samples: [] }];
    assert.deepEqual(fieldChoices({ code: { isLeftOut: false }, phone: { field: '' } }, matched), ['phone=phone']);
  });

  it('leave a column out, whatever else was said about it', () => {
    assert.deepEqual(fieldChoices({ phone: { field: 'mobile', isLeftOut: true } }, columns), ['phone=']);
  });
});
