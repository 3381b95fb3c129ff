import assert from 'node:assert/strict';
import { pressedLetter } from './pressed-letter.ts';

describe('the letter of a key', () => {
  it('is the same with Caps Lock', () => {
    assert.equal(pressedLetter({ key: 's', code: 'KeyS' }), 's');
    assert.equal(pressedLetter({ key: 'S', code: 'KeyS' }), 's');
  });

  it('is that of its place on keyboards with other letters alone', () => {
    assert.equal(pressedLetter({ key: 'ы', code: 'KeyS' }), 's');
    assert.equal(pressedLetter({ key: 'Я', code: 'KeyZ' }), 'z');
    assert.equal(pressedLetter({ key: 'z', code: 'KeyW' }), 'z');
    assert.equal(pressedLetter({ key: 'w', code: 'KeyZ' }), 'w');
  });

  it('is the name of a key that writes none', () => {
    assert.equal(pressedLetter({ key: 'Enter', code: 'Enter' }), 'Enter');
    assert.equal(pressedLetter({ key: ';', code: 'Semicolon' }), ';');
  });
});
