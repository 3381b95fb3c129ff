import assert from 'node:assert/strict';
import { buildForm } from './multipart.ts';

describe('text in a form', () => {
  const textOf = (part: object): string =>
    buildForm([{ name: 'about', value: '{"a":1}', ...part }], { title: 'fern' })
      .after.toString()
      .split('\r\n--')[0]!;

  it('may be sent as a file with a name and a type', () => {
    const text = textOf({ filename: '{{title}}.json', type: 'application/json' });
    const head = 'Content-Disposition: form-data; name="about"; filename="fern.json"\r\nContent-Type: application/json';
    assert.equal(text.slice(text.indexOf('\r\n') + 2), `${head}\r\n\r\n{"a":1}`);
  });

  it('has no name or type by default', () => {
    const text = textOf({});
    assert.equal(text.slice(text.indexOf('\r\n') + 2), 'Content-Disposition: form-data; name="about"\r\n\r\n{"a":1}');
  });
});
