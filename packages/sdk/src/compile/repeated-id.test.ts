import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repeatedId } from './repeated-id.ts';

describe('an id that another connector has too', () => {
  it('is a warning at its place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-id-'));
    try {
      writeFileSync(join(folder, 'connector.json'), '{\n  "name": "Tracker",\n  "id": "tracker"\n}\n');
      const { severity, code, file, line, column, pointer, message } = repeatedId(folder, 'crm');
      assert.deepEqual([severity, code, message], ['warning', 'repeated_id', 'the connector in "crm" has this id too']);
      assert.deepEqual([file, line, column, pointer], ['connector.json', 3, 9, '#/id']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
