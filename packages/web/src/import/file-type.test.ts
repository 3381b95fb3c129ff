import assert from 'node:assert/strict';
import { fileTypeOf } from './file-type.ts';

describe('the type of a file to import', () => {
  it('follows from the ending of its name, and is CSV if that says nothing', () => {
    const types = ['a.json', 'A.JSON', 'a.ndjson', 'a.jsonl', 'a.json.csv', 'a.tsv', 'json'].map(fileTypeOf);
    const [csv, json, lines] = ['text/csv', 'application/json', 'application/x-ndjson'];
    assert.deepEqual(types, [json, json, lines, lines, csv, csv, csv]);
  });
});
