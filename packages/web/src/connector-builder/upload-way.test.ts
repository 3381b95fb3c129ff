import assert from 'node:assert/strict';
import { declareFile, sendFileAs } from './upload-way.ts';

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const read = (text: string) =>
  JSON.parse(text) as { input: unknown; request?: unknown; upload: Record<string, unknown> };

describe('how an action sends its file', () => {
  const pieces = {
    upload: {
      ...{ file: 'video', send: 'pieces', to: '{{start.headers.location}}', chunkSize: 8, goOn: [308] },
      ...{ confirmed: { path: 'response.headers.range', as: 'range' }, status: { method: 'PUT' } },
      ...{ emptyFile: 'withoutRange', abort: { method: 'DELETE' } },
    },
  };

  it('drops what applies only to pieces, and keeps the rest', () => {
    const { file, to, abort } = pieces.upload;
    for (const send of ['body', 'form'])
      assert.deepEqual(read(sendFileAs(textOf(pieces), send)).upload, { file, send, to, abort });
  });

  it('keeps that an empty file is refused, and everything when it is sent in pieces', () => {
    const refused = { upload: { ...pieces.upload, emptyFile: 'refused' } };
    assert.equal(read(sendFileAs(textOf(refused), 'body')).upload['emptyFile'], 'refused');
    assert.deepEqual(read(sendFileAs(textOf(pieces), 'pieces')).upload, pieces.upload);
  });
});

describe('an action that begins to send a file', () => {
  it('gets a required input for it', () => {
    const { input, upload } = read(declareFile(textOf({ input: { type: 'object', properties: {} } })));
    assert.deepEqual(upload, { file: 'file', send: 'body' });
    assert.deepEqual(input, {
      ...{ type: 'object', properties: { file: { type: 'string', title: 'File' } }, required: ['file'] },
    });
  });

  it('uses a required text, and none that may be absent or is no text', () => {
    const declared = (required: string[]) => ({
      input: { type: 'object', properties: { video: { type: 'string' }, file: { type: 'integer' } }, required },
    });
    const used = read(declareFile(textOf(declared(['video', 'file']))));
    assert.deepEqual([used.upload['file'], used.input], ['video', declared(['video', 'file']).input]);
    const added = read(declareFile(textOf(declared(['file']))));
    assert.equal(added.upload['file'], 'file2');
    assert.deepEqual((added.input as { required: string[] }).required, ['file', 'file2']);
  });

  it('is sent with POST if its request has no body, unless the file has an address of its own', () => {
    const get = textOf({ request: { method: 'GET', path: '/files' } });
    const methodOf = (text: string) => (read(text).request as { method: string }).method;
    assert.equal(methodOf(declareFile(get)), 'POST');
    assert.equal(methodOf(declareFile(get, { file: 'file', send: 'form' })), 'POST');
    assert.equal(methodOf(declareFile(get, { file: 'file', send: 'body', to: '{{start.body.url}}' })), 'GET');
    assert.equal(methodOf(declareFile(textOf({ request: { method: 'PUT', path: '/files' } }))), 'PUT');
  });
});
