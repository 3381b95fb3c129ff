import assert from 'node:assert/strict';
import { describeChange, textOfChange } from './describe-change.ts';
import { createFormats } from './formats.ts';

const formats = createFormats('en-GB');
const change = (now: number | null, before: number | null, measure: { format?: { unit: string } } = {}) => {
  const found = describeChange(now, before, { name: 'Oct 2026', measure, formats });
  return found && textOfChange(found);
};

describe('a change', () => {
  it('is a share of the value before', () => {
    assert.equal(change(94, 100), '▼ 6.0 % under Oct 2026');
    assert.equal(change(112, 100), '▲ 12.0 % over Oct 2026');
    assert.equal(change(5000, 100), '▲ 4,900 % over Oct 2026');
    assert.equal(change(-50, -100), '▲ 50.0 % over Oct 2026');
  });

  it('is in points if the value is a percentage', () => {
    assert.equal(change(0.037, 0.033, { format: { unit: 'percent' } }), '▲ 0.4 pt over Oct 2026');
  });

  it('is an amount if there was nothing before', () => {
    assert.equal(change(3, 0), '▲ 3 over Oct 2026');
  });

  it('says if nothing changed, and nothing if a value is missing', () => {
    assert.equal(change(3, 3), '= as in Oct 2026');
    assert.equal(change(null, 3), undefined);
    assert.equal(change(3, null), undefined);
  });
});
