import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { fieldNamesFor, readHead } from './head.ts';

const headOf = (...cells: string[]) => readHead({ line: 1, cells });
const namesOf = (...cells: string[]) => fieldNamesFor(headOf(...cells));

describe('CSV header line', () => {
  it('keeps column names that are valid GraphQL names', () => {
    assert.deepEqual(namesOf('dep_time', 'faa', 'Name2', 'type'), ['dep_time', 'faa', 'Name2', 'type']);
  });

  it('turns all other column names into camelCase', () => {
    assert.deepEqual(namesOf('Due date', 'E-Mail', 'Größe (m²)', 'ID number', '2nd phone', '_id', '价格'), [
      'dueDate',
      'eMail',
      'grosseM2',
      'idNumber',
      'column2ndPhone',
      'originalId',
      'column7',
    ]);
  });

  it('avoids reserved field names and duplicates', () => {
    assert.deepEqual(namesOf('id', 'createdAt', 'revision'), ['originalId', 'originalCreatedAt', 'originalRevision']);
    assert.deepEqual(namesOf('due date', 'due-date', 'dueDate'), ['dueDate', 'dueDate2', 'dueDate3']);
    assert.deepEqual(fieldNamesFor(headOf('plane'), ['plane']), ['plane2']);
  });

  it('names a column without a header by its position', () => {
    assert.deepEqual(namesOf('a', '', ' '), ['a', 'column2', 'column3']);
  });

  it('lists every duplicate column name', () => {
    assert.throws(
      () => headOf('a', 'b', ' a', 'b', 'a'),
      (error) => {
        assert.ok(error instanceof Problem);
        assert.deepEqual(
          error.errors.map(({ code, detail }) => [code, detail]),
          [
            ['duplicate_header', 'Columns 1 and 3 and 5 have the same name "a": give each its own name.'],
            ['duplicate_header', 'Columns 2 and 4 have the same name "b": give each its own name.'],
          ],
        );
        return true;
      },
    );
  });

  it('rejects more than 500 columns', () => {
    const many = Array.from({ length: 501 }, (_, index) => `c${index}`);
    assert.throws(() => headOf(...many), /501 columns/);
  });
});
