import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repeatedId } from './repeated-id.ts';

describe('a duplicate connector id', () => {
  it('is a warning at the id', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhook-id-'));
    try {
      writeFileSync(join(folder, 'connector.json'), '{\n  "name": "Tracker",\n  "id": "tracker"\n}\n');
      const { severity, code, file, line, column, pointer, message } = repeatedId(folder, 'crm');
      assert.deepEqual([severity, code, message], ['warning', 'repeated_id', 'the connector in "crm" has the same id']);
      assert.deepEqual([file, line, column, pointer], ['connector.json', 3, 9, '#/id']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
