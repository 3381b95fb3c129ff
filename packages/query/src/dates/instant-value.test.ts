import assert from 'node:assert/strict';
import { parseInstant } from './instant-value.ts';

describe('instant in a question', () => {
  const instants: Record<string, string> = {
    '2026-03-01T09:30:00Z': '2026-03-01T09:30:00.000Z',
    '2026-03-01T09:30Z': '2026-03-01T09:30:00.000Z',
    '2026-03-01T09:30:00.250+02:00': '2026-03-01T07:30:00.250Z',
    '2026-03-01T00:15:00-09:30': '2026-03-01T09:45:00.000Z',
  };
  for (const [text, instant] of Object.entries(instants)) {
    it(`reads "${text}" as ${instant}`, () => assert.equal(parseInstant(text)?.toISOString(), instant));
  }

  const wrong = [
    '2026-03-01T09:30:00',
    '2026-03-01',
    '2026-02-30T09:30:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01 09:30Z',
    '1772357400000',
    '2026-03-01T09:30:00+2:00',
    '2026-03-01T09:60:00Z',
  ];
  for (const text of wrong) {
    it(`does not accept "${text}"`, () => assert.equal(parseInstant(text), undefined));
  }
});
