import assert from 'node:assert/strict';
import type { ConnectorPackage } from '@tallyhook/schemas';
import { describeUpload } from '@tallyhook/sdk';
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
    { body = null, pieceAddresses = new Map() }: { body?: unknown; pieceAddresses?: UploadJob['pieceAddresses'] } = {},
  ): unknown => {
    const released = {
      connector: { hosts: ['api.example'], signIn: { kind: 'bearer', token: '{{account.token}}' } },
      actions: { send: { request: { method: 'POST', path: '/files' }, upload: { send: 'body', ...upload } } },
    } as unknown as ConnectorPackage;
    const description = describeUpload(released, 'send')!;
    const file = { name: 'a', sizeBytes: 20, contentType: 'b' };
    const call = { input: {}, file, start: { status: 201, headers: headers as Record<string, string>, body } };
    return hideUploadAddress({ released, actionName: 'send', call, description, pieceAddresses }, output);
  };

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

  it('does not contain what opens the address of a piece', () => {
    const pieces = { send: 'pieces', chunkSize: 8 };
    const signed = (part: number) => `https://store.example/p?part=${part}&signature=canary-of-the-piece-${part}`;
    const open = (part: number) => `https://store.example/${secret}/${part}`;
    const shown = { parts: [signed(1), signed(2), signed(3)], open: [open(1), open(2), open(3)] };
    const hidden = {
      parts: [1, 2, 3].map((part) => `https://store.example/p?part=${part}&signature=[redacted]`),
      open: [1, 2, 3].map(() => 'https://store.example[redacted]'),
    };
    for (const [key, address] of [
      ['parts', signed],
      ['open', open],
    ] as const) {
      const expected = { ...shown, [key]: hidden[key] };
      const listed = { ...pieces, to: '{{piece.item.url}}', pieceList: 'start.body.parts' };
      const body = { parts: [1, 2, 3].map((part) => ({ url: address(part) })) };
      assert.deepEqual(hide(shown, listed, {}, { body }), expected);
      const asked = { ...pieces, to: '{{piece.address.body.url}}' };
      const answer = (part: number) => ({ status: 200, headers: {}, body: { url: address(part) } });
      const pieceAddresses = new Map([0, 1, 2].map((index) => [index, answer(index + 1)]));
      assert.deepEqual(hide(shown, asked, {}, { pieceAddresses }), expected);
    }
    const numbered = { ...pieces, to: '{{start.headers.location}}/{{piece.number}}' };
    assert.deepEqual(hide(shown, numbered, { location: `https://store.example/${secret}` }), {
      ...shown,
      open: hidden.open,
    });
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
