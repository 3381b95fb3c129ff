import assert from 'node:assert/strict';
import { possibleField, possibleName } from './possible-name.ts';

describe('the name that can be meant by one that cannot be', () => {
  const rows: [given: string, name: string | undefined, field: string | undefined][] = [
    ['My_Conn', 'my-conn', 'My_Conn'],
    ['Shop name', 'shop-name', 'Shop_name'],
    ['Größe é', 'gro-e-e', 'Gro_e_e'],
    // Their first letter, or one within, is Cyrillic.
    ['\u0441lack', 'clack', 'clack'],
    ['my \u0441onn', 'my-conn', 'my_conn'],
    ['Почта', undefined, undefined],
    ['Моя почта', undefined, undefined],
    ['Склад', undefined, undefined],
    ['Ελληνικά', undefined, undefined],
    ['日本', undefined, undefined],
    ['Почта crm', 'crm', 'crm'],
    ['', undefined, undefined],
  ];
  for (const [given, name, field] of rows)
    it(`for "${given}" is ${name ?? 'none'}, and of a field ${field ?? 'none'}`, () =>
      assert.deepEqual([possibleName(given), possibleField(given)], [name, field]));
});
