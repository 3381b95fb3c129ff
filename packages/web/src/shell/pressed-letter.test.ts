import assert from 'node:assert/strict';
import { pressedLetter } from './pressed-letter.ts';

describe('pressed letter', () => {
  it('is the same with Caps Lock', () => {
    assert.equal(pressedLetter({ key: 's', code: 'KeyS' }), 's');
    assert.equal(pressedLetter({ key: 'S', code: 'KeyS' }), 's');
  });

  it('follows the key position only on keyboards without Latin letters', () => {
    assert.equal(pressedLetter({ key: 'ы', code: 'KeyS' }), 's');
    assert.equal(pressedLetter({ key: 'Я', code: 'KeyZ' }), 'z');
    assert.equal(pressedLetter({ key: 'z', code: 'KeyW' }), 'z');
    assert.equal(pressedLetter({ key: 'w', code: 'KeyZ' }), 'w');
  });

  it('is the key name for keys that write no letter', () => {
    assert.equal(pressedLetter({ key: 'Enter', code: 'Enter' }), 'Enter');
    assert.equal(pressedLetter({ key: ';', code: 'Semicolon' }), ';');
  });
});
