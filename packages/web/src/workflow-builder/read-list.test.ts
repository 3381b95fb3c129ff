import assert from 'node:assert/strict';
import { readList, showList } from './read-list.ts';

describe('a list as people type it', () => {
  it('has commas between its texts, which may have spaces', () => {
    assert.deepEqual(readList('New York, In Progress,done'), ['New York', 'In Progress', 'done']);
  });

  it('has no empty texts, so that a comma at the end adds nothing', () => {
    for (const text of ['bug', 'bug,', 'bug, ', ', bug', 'bug,,']) assert.deepEqual(readList(text), ['bug']);
    assert.deepEqual(readList(' '), []);
  });

  it('is one expression alone, whose value may be a list', () => {
    assert.equal(readList(' {{trigger.payload.issue.labels}} '), '{{trigger.payload.issue.labels}}');
    assert.equal(readList("{{x | join ', '}}"), "{{x | join ', '}}");
  });

  it('may have expressions among its texts', () => {
    assert.deepEqual(readList("open, {{x | join ', '}}, a {{b}} {{c}}"), [
      'open',
      "{{x | join ', '}}",
      'a {{b}} {{c}}',
    ]);
    assert.deepEqual(readList('{{a}}, {{b}}'), ['{{a}}', '{{b}}']);
  });

  it('is shown as it is read', () => {
    for (const value of [['a', 'b c'], '{{x}}', ['{{x}}', 'y'], []]) assert.deepEqual(readList(showList(value)), value);
  });
});
