import assert from 'node:assert/strict';
import { choiceOf, decide, openOf, partsOf, problemsOf } from './decisions.ts';

const conflict = (seen: string) => ({
  type: 'note',
  id: 'a1',
  label: 'Tent',
  parts: [
    { part: 'title', base: 'a', into: 'b', from: 'c', seen },
    { part: 'body', into: 'x', from: 'y', seen: 's2' },
  ],
});

describe('Decisions about conflicts', () => {
  const parts = partsOf([conflict('s1')]);

  it('are open at first, one for each part', () => {
    assert.deepEqual(
      openOf({}, parts).map(({ key }) => key),
      ['note/a1/title', 'note/a1/body'],
    );
  });

  it('name the values that were seen', () => {
    const decisions = decide({}, [parts[0]!], 'from');
    assert.deepEqual(decisions['note/a1/title'], { type: 'note', id: 'a1', part: 'title', take: 'from', seen: 's1' });
    assert.deepEqual(
      openOf(decisions, parts).map(({ key }) => key),
      ['note/a1/body'],
    );
  });

  it('can be another value, and a refusal names the part whose value does not fit', () => {
    const decisions = decide(decide({}, [parts[0]!], 'from'), [parts[1]!], { value: 7 });
    assert.deepEqual(choiceOf(decisions, parts[1]!), { value: 7 });
    assert.deepEqual(
      problemsOf(decisions, [{ pointer: '#/decisions/1/value', code: 'wrong_kind', detail: 'must be text' }]),
      { 'note/a1/body': 'must be text' },
    );
    assert.deepEqual(openOf(decisions, parts, { 'note/a1/body': 'must be text' }), [parts[1]]);
  });

  it('are open again when the values have changed', () => {
    const decisions = decide({}, parts, 'into');
    const changed = partsOf([conflict('s3')]);
    assert.equal(choiceOf(decisions, changed[0]!), undefined);
    assert.equal(choiceOf(decisions, changed[1]!), 'into');
  });
});
