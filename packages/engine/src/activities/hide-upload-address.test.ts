import assert from 'node:assert/strict';
import type { UploadJob } from '../upload/upload-job.ts';
import { hideUploadAddress } from './hide-upload-address.ts';

const signature = 'canary+signature/of-an-address';
const location = `https://files.example/7?kind=resumable&signature=${encodeURIComponent(signature)}`;
const secret = 'Canary0path1of2an3address4';

describe('The output of an upload', () => {
  const hide = (
    output: unknown,
    upload: object = { to: '{{start.headers.location}}' },
    headers: object = { location },
  ): unknown =>
    hideUploadAddress(
      {
        released: {
          connector: { hosts: ['api.example'], signIn: { kind: 'bearer', token: '{{account.token}}' } },
          actions: { send: { request: { method: 'POST', path: '/files' }, upload: { send: 'body', ...upload } } },
        },
        actionName: 'send',
        call: {
          input: {},
          file: { name: 'a', sizeBytes: 1, contentType: 'b' },
          start: { status: 201, headers, body: null },
        },
      } as unknown as UploadJob,
      output,
    );

  it('does not contain what opens the address that the service handed out', () => {
    assert.deepEqual(hide({ id: 7, kind: 'resumable', at: location, raw: [signature] }), {
      ...{ id: 7, kind: 'resumable', raw: ['[redacted]'] },
      at: 'https://files.example/7?kind=resumable&signature=[redacted]',
    });
  });

  it('does not contain the path of an address that opens it, wherever it is shown', () => {
    const at = `https://files.example/upload/v1/${secret}`;
    const shown = {
      ...{ at, text: `sent to ${at}/parts.`, encoded: `/go?to=${encodeURIComponent(at)}` },
      ...{ path: `/upload/v1/${secret}`, [at]: 1 },
    };
    const hidden = {
      ...{ at: 'https://files.example[redacted]', text: 'sent to https://files.example[redacted]/parts.' },
      ...{ encoded: '/go?to=https%3A%2F%2Ffiles.example[redacted]', path: '[redacted]' },
      'https://files.example[redacted]': 1,
    };
    assert.deepEqual(hide(shown, undefined, { location: at }), hidden);
    const finish = { method: 'POST', url: '{{start.headers.location}}' };
    assert.deepEqual(hide(shown, { to: 'https://api.example/files', finish }, { location: at }), hidden);
  });

  it('keeps ordinary links, also those with the id of the upload', () => {
    const links = { id: secret, page: `https://watch.example/${secret}`, image: `https://files.example/${secret}.jpg` };
    assert.deepEqual(hide(links, undefined, { location: `https://files.example/upload/${secret}` }), links);
    // The signature opens this one, not the path.
    const file = { at: `https://files.example/${secret}` };
    assert.deepEqual(
      hide(file, undefined, { location: `${file.at}?signature=${encodeURIComponent(signature)}` }),
      file,
    );
    // The account's credential opens this one.
    const own = { at: `https://api.example/files/${secret}` };
    assert.deepEqual(hide(own, undefined, { location: own.at }), own);
    assert.deepEqual(hide({ at: 'https://files.example/7' }, undefined, { location: 'https://files.example/7' }), {
      at: 'https://files.example/7',
    });
  });

  it('stays as it is where the connector names the address', () => {
    const output = { at: location };
    assert.deepEqual(hide(output, { to: 'https://files.example/7' }), output);
  });
});
