import assert from 'node:assert/strict';
import { createFormats } from '../chart/formats.ts';
import { answerOf, count, project } from '../chart/sample-answers.ts';
import { valueOptions } from './value-options.ts';

const formats = createFormats('en-GB', 'UTC');

describe('values to pick from', () => {
  it('show the id of records with equal names, and a name for blank ones', () => {
    const ids = ['64d000000000000000dd8f0e', '64d000000000000000dd8f0f', '64d000000000000000dd8f10'];
    const labels = { value: { [ids[0]!]: 'Oslo', [ids[1]!]: 'Oslo', [ids[2]!]: '  ' } };
    const answer = answerOf([{ ...project, name: 'value' }, count], [...ids.map((id) => [id, 1]), [null, 4]], labels);
    assert.deepEqual(valueOptions(answer, formats), [
      { value: ids[0], label: 'Oslo (dd8f0e)' },
      { value: ids[1], label: 'Oslo (dd8f0f)' },
      { value: ids[2], label: 'Unnamed (dd8f10)' },
    ]);
  });

  it('show texts unchanged', () => {
    const column = { name: 'value', role: 'group', label: 'Title', kind: 'text', field: 'title' } as const;
    const answer = answerOf([column, count], [['Oven', 2], ['oven', 1]]); // prettier-ignore
    assert.deepEqual(
      valueOptions(answer, formats).map(({ label }) => label),
      ['Oven', 'oven'],
    );
  });
});
