import assert from 'node:assert/strict';
import { createFormats } from '../chart/formats.ts';
import { answerOf, count, project } from '../chart/sample-answers.ts';
import { valueOptions } from './value-options.ts';

const formats = createFormats('en-GB', 'UTC');

describe('the values to pick from', () => {
  it('are told apart by their ids where records have equal names, and have a name where it is blank', () => {
    const ids = ['64d000000000000000dd8f0e', '64d000000000000000dd8f0f', '64d000000000000000dd8f10'];
    const labels = { value: { [ids[0]!]: 'Oslo', [ids[1]!]: 'Oslo', [ids[2]!]: '  ' } };
    const answer = answerOf([{ ...project, name: 'value' }, count], [...ids.map((id) => [id, 1]), [null, 4]], labels);
    assert.deepEqual(valueOptions(answer, formats), [
      { value: ids[0], label: 'Oslo (dd8f0e)' },
      { value: ids[1], label: 'Oslo (dd8f0f)' },
      { value: ids[2], label: 'Unnamed (dd8f10)' },
    ]);
  });

  it('are as they are where they are texts', () => {
    const column = { name: 'value', role: 'group', label: 'Title', kind: 'text', field: 'title' } as const;
    const answer = answerOf([column, count], [['Oven', 2], ['oven', 1]]); // prettier-ignore
    assert.deepEqual(
      valueOptions(answer, formats).map(({ label }) => label),
      ['Oven', 'oven'],
    );
  });
});
