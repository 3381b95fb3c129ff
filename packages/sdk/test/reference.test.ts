import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { printReference, referenceFile } from './print-reference.ts';

describe('the SDK reference', () => {
  const printed = printReference();

  it('matches the sources (if not, run `npm run generate`)', () => {
    assert.equal(readFileSync(referenceFile, 'utf8'), printed);
  });

  it('describes every exported name', () => {
    const bare = [...printed.matchAll(/^### (\w+)\n\n```ts/gm)].map(([, name]) => name);
    assert.deepEqual(bare, []);
  });

  it('shows the signatures of functions without their bodies', () => {
    assert.match(printed, /```ts\nexport function compileConnector\(source: [^\n]*\): CompileResult;\n```/);
    assert.doesNotMatch(printed, /^\s+return /m);
  });
});
