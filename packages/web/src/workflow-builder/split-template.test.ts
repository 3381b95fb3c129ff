import assert from 'node:assert/strict';
import { splitTemplate } from './split-template.ts';

describe('a template split into parts', () => {
  it('has its values between its texts, without their filters', () => {
    assert.deepEqual(splitTemplate('Hi {{trigger.name}}, {{ steps.a.output.count | number "0" }}!'), [
      { text: 'Hi ' },
      { path: 'trigger.name' },
      { text: ', ' },
      { path: 'steps.a.output.count' },
      { text: '!' },
    ]);
  });

  it('keeps blocks and unfinished values as text', () => {
    assert.deepEqual(splitTemplate('{{#if a}}x{{/if}} {{b'), [{ text: '{{#if a}}x{{/if}} {{b' }]);
    assert.deepEqual(splitTemplate(''), []);
  });
});
