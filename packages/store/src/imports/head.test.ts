import assert from 'node:assert/strict';
import { Problem } from '@tallyhook/schemas';
import { fieldNamesFor, readHead } from './head.ts';

const headOf = (...cells: string[]) => readHead({ line: 1, cells });
const namesOf = (...cells: string[]) => fieldNamesFor(headOf(...cells));

describe('the head line of a CSV file', () => {
  it('gives fields their names as they are where GraphQL allows them', () => {
    assert.deepEqual(namesOf('dep_time', 'faa', 'Name2', 'type'), ['dep_time', 'faa', 'Name2', 'type']);
  });

  it('gives camelCase names to all others', () => {
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

  it('gives no field a name that every record has, and none twice', () => {
    assert.deepEqual(namesOf('id', 'createdAt', 'revision'), ['originalId', 'originalCreatedAt', 'originalRevision']);
    assert.deepEqual(namesOf('due date', 'due-date', 'dueDate'), ['dueDate', 'dueDate2', 'dueDate3']);
    assert.deepEqual(fieldNamesFor(headOf('plane'), ['plane']), ['plane2']);
  });

  it('names a column without a name by its place', () => {
    assert.deepEqual(namesOf('a', '', ' '), ['a', 'column2', 'column3']);
  });

  it('is refused with every name that stands twice', () => {
    assert.throws(
      () => headOf('a', 'b', ' a', 'b', 'a'),
      (error) => {
        assert.ok(error instanceof Problem);
        assert.deepEqual(
          error.errors.map(({ code, detail }) => [code, detail]),
          [
            ['duplicate_header', 'Columns 1 and 3 and 5 are both called "a": give each its own name.'],
            ['duplicate_header', 'Columns 2 and 4 are both called "b": give each its own name.'],
          ],
        );
        return true;
      },
    );
  });

  it('is refused with more than 500 columns', () => {
    const many = Array.from({ length: 501 }, (_, index) => `c${index}`);
    assert.throws(() => headOf(...many), /501 columns/);
  });
});
