import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { printReference, referenceFile } from './print-reference.ts';

describe('the reference of the SDK', () => {
  const printed = printReference();

  it('is what the sources say: `npm run generate` prints it', () => {
    assert.equal(readFileSync(referenceFile, 'utf8'), printed);
  });

  it('has words for every name that is declared here', () => {
    const bare = [...printed.matchAll(/^### (\w+)\n\n```ts/gm)].map(([, name]) => name);
    assert.deepEqual(bare, []);
  });

  it('shows what a function takes and gives, and none of its body', () => {
    assert.match(printed, /```ts\nexport function compileConnector\(source: [^\n]*\): CompileResult;\n```/);
    assert.doesNotMatch(printed, /^\s+return /m);
  });
});
