import assert from 'node:assert/strict';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';

describe('the schema of an input', () => {
  it('may hold a key that no schema knows, whatever it is called: that is a problem as any other', () => {
    const file = 'actions/create-issue.json';
    const codes = ['constructor', 'whatever'].map((key) => {
      const text = goldenConnector[file]!.replace('"type": "string"', `"type": "string", "${key}": 1`);
      const { problems } = compileConnector(new Map(Object.entries({ ...goldenConnector, [file]: text })));
      return problems.map(({ code }) => code);
    });
    assert.deepEqual(codes[0], codes[1]);
    assert.notDeepEqual(codes[0], []);
  });
});
