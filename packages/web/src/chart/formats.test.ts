import assert from 'node:assert/strict';
import { createFormats } from './formats.ts';
import { linearScale } from './scales.ts';

const formats = createFormats('en-GB', 'UTC');

describe('formats', () => {
  it("write figures and periods in the person's locale", () => {
    const german = createFormats('de-DE', 'UTC');
    assert.equal(german.number(1234.5), '1.234,5');
    assert.equal(formats.period('2026-04-01', 'quarter'), 'Q2 2026');
    assert.equal(formats.period('2026-01-05', 'week'), 'Week of 5 Jan 2026');
    assert.equal(formats.periodTick('2026-02-01', 'month', { before: '2026-01-01' }), 'Feb');
    assert.equal(formats.periodTick('2026-01-01', 'month', { before: '2025-12-01' }), 'Jan 2026');
    assert.equal(createFormats('en-US').tick(1_250_000), '1.3M');
  });

  it('keep three digits of small figures, never write -0, and keep large figures', () => {
    assert.deepEqual([0.0000001, -0.0041, 0.5, 0.12345, 12.345, 1_234_567.891, 1e15, 0, -0].map(formats.number), [
      '0.0000001',
      '-0.0041',
      '0.5',
      '0.123',
      '12.35',
      '1,234,567.89',
      '1,000,000,000,000,000',
      '0',
      '0',
    ]);
    assert.equal(formats.number(-1.5e-300), '-1.5E-300');
    assert.deepEqual([0.43, 0.994, 0.003, 1e-22].map(formats.share), ['43%', '99%', '0.3%', '1E-20%']);
    const almostWhole = [0.995, 0.998, 0.9995, 0.99997, 1 - 1e-12, 1].map(formats.share);
    assert.deepEqual(almostWhole, ['99.5%', '99.8%', '99.95%', '99.997%', '99.9999999999%', '100%']);
    const axis = linearScale({ domain: [-0.004, 0.0005], range: [0, 1] });
    assert.deepEqual(axis.ticks(5).map(formats.tick), ['-0.004', '-0.003', '-0.002', '-0.001', '0']);
    const tiny = linearScale({ domain: [0, 3e-7], range: [0, 1] })
      .ticks(3)
      .map(formats.tick);
    assert.deepEqual(tiny, ['0', '0.0000001', '0.0000002', '0.0000003']);
  });

  it('write the numbers of a field as it declares', () => {
    const german = createFormats('de-DE', 'UTC');
    const euro = { unit: 'EUR' } as const;
    assert.equal(formats.as(euro).number(1234.5), '€1,234.50');
    assert.equal(german.as(euro).number(-1234.5).replace(/\s/g, ' '), '-1.234,50 €');
    assert.equal(formats.as({ unit: 'JPY' }).number(1234.5), 'JP¥1,235');
    assert.equal(formats.as({ unit: 'percent', decimals: 1 }).number(0.4367), '43.7%');
    assert.equal(formats.as({ decimals: 3 }).value(2), '2.000');
    assert.equal(formats.as({ thousands: false }).number(20_261), '20261');
    assert.deepEqual([0, 500, 2_500_000].map(formats.as(euro).tick), ['€0', '€500', '€2.5m']);
    assert.equal(formats.as(undefined), formats);
    assert.equal(formats.as({ unit: 'EUR' }), formats.as(euro));
  });

  it("write a record's value with all its digits", () => {
    assert.deepEqual([0.0000001, 0, 1_234_567.891, 0.005_123_4, 2024, -1.234e-12].map(formats.value), [
      '0.0000001',
      '0',
      '1,234,567.891',
      '0.0051234',
      '2024',
      '-1.234E-12',
    ]);
  });

  it('write recurring periods by name', () => {
    const german = createFormats('de-DE', 'UTC');
    assert.equal(formats.period(1, 'dayOfWeek'), 'Monday');
    assert.equal(german.period(7, 'dayOfWeek'), 'Sonntag');
    assert.equal(formats.periodTick(7, 'dayOfWeek'), 'Sun');
    assert.equal(formats.period(12, 'monthOfYear'), 'December');
    assert.equal(formats.period(14, 'hourOfDay'), '14:00');
    assert.equal(formats.period(53, 'weekOfYear'), 'Week 53');
    assert.equal(formats.period(31, 'dayOfMonth'), '31');
    assert.equal(formats.period(2, 'quarterOfYear'), 'Q2');
  });

  it("write an hour by the clock of its key, whatever the person's time zone", () => {
    const keys = ['2026-03-09T00:00:00+05:30', '2026-03-09T14:00:00-04:00', '2026-12-31T23:00:00+00:00'];
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York', undefined]) {
      const british = createFormats('en-GB', zone);
      assert.deepEqual(
        keys.map((key) => british.period(key, 'hour')),
        ['9 Mar 2026, 00:00', '9 Mar 2026, 14:00', '31 Dec 2026, 23:00'],
      );
      assert.deepEqual(
        keys.map((key, index) => british.periodTick(key, 'hour', { before: keys[index - 1] })),
        ['9 Mar, 00:00', '14:00', '31 Dec, 23:00'],
      );
      assert.equal(british.periodTick('2027-01-01T02:00:00+00:00', 'hour', { before: keys[2] }), '1 Jan 2027, 02:00');
      assert.equal(british.period(0, 'hourOfDay'), '00:00');
      assert.equal(british.period(1, 'dayOfWeek'), 'Monday');
    }
    assert.match(createFormats('en-US', 'Asia/Tokyo').period(keys[1]!, 'hour'), /^Mar 9, 2026, 02:00\sPM$/);
  });

  it('write a moment today as its time, and any other with its day', () => {
    const now = new Date('2026-03-09T15:00:00Z');
    assert.equal(formats.time('2026-03-09T12:05:00Z', now), '12:05');
    assert.equal(formats.time('2026-03-08T12:05:00Z', now), '8 Mar, 12:05');
    assert.equal(formats.second('2026-03-09T12:05:07Z', now), '12:05:07');
    assert.equal(formats.second('2026-03-08T12:05:07Z', now), '8 Mar, 12:05:07');
    assert.equal(formats.second('2025-12-31T12:05:07Z', now), '31 Dec 2025, 12:05:07');
  });

  it('write a moment in another year with the year, by the time zone', () => {
    const now = new Date('2026-11-22T15:00:00Z');
    assert.equal(formats.time('2025-12-31T23:30:00Z', now), '31 Dec 2025, 23:30');
    assert.equal(createFormats('en-GB', 'Asia/Tokyo').time('2025-12-31T23:30:00Z', now), '1 Jan, 08:30');
  });
});
