import assert from 'node:assert/strict';
import { findCounts } from './find-counts.ts';
import { findOptions } from './find-options.ts';

const named = (...names: string[]) => names.map((name) => ({ value: name, label: name }));
const one = { chosen: [], isMany: false, takesText: false };

describe('options for typed text', () => {
  const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);

  it('list exact matches first, ignoring case, then prefixes', () => {
    const options = named('Not open', 'Opened', 'OPEN', 'Open');
    assert.deepEqual(labels(findOptions(options, 'open', one)), ['OPEN', 'Open', 'Opened', 'Not open']);
    assert.deepEqual(labels(findOptions(options, 'Open', one)), ['Open', 'OPEN', 'Opened', 'Not open']);
    assert.deepEqual(labels(findOptions(options, 'zzz', one)), []);
  });

  it('offer the typed text after unticked options and before ticked ones', () => {
    const texts = { chosen: ['Alpha', 'zzz', 'alpha'], isMany: true, takesText: true };
    const options = named('Shape', 'Alpha', 'zzz', 'alpha');
    assert.deepEqual(labels(findOptions(options, 'ha', texts)), ['Shape', '“ha”', 'Alpha', 'alpha']);
    assert.deepEqual(labels(findOptions(options, 'ALPHA', texts)), ['“ALPHA”', 'Alpha', 'alpha']);
    assert.deepEqual(labels(findOptions(options, 'alpha', texts)), ['alpha', 'Alpha']);
    assert.deepEqual(labels(findOptions(options, 'ha', { ...texts, takesText: false })), ['Shape', 'Alpha', 'alpha']);
  });

  it('match names with several parts as written and as spoken', () => {
    const zones = [{ value: 'America/New_York', label: 'America/New_York', searchText: 'america new york' }];
    for (const typed of ['new york', 'new_york', 'america/new york', 'America/New_York'])
      assert.equal(findOptions(zones, typed, one).length, 1, typed);
    assert.equal(findOptions(zones, 'newyork', one).length, 0);
  });
});

describe('numbers for typed text', () => {
  const counts = [3, 10, 20, 1_000].map((count) => ({ value: String(count), label: `the ${count} largest` }));
  const options = [{ value: '', label: 'all of them' }, ...counts];
  const find = (typed: string) => findCounts(options, typed, 1_000).map(({ value }) => value);

  it('start with the typed number', () => {
    assert.deepEqual(find('1'), ['1', '10', '1000']);
    assert.deepEqual(find('20'), ['20']);
    assert.deepEqual(find('1,000'), ['1000']);
    assert.deepEqual(find('007'), ['7']);
  });

  it('are empty if the typed number is not allowed', () => {
    for (const typed of ['0', '-3', '1.5', '1001', '5000', '1,0', '0,500', 'abc', '1e2'])
      assert.deepEqual(find(typed), [], typed);
  });

  it('match the labels of options', () => {
    assert.deepEqual(find('all'), ['']);
    assert.deepEqual(find('the 3'), ['3']);
  });
});
