import assert from 'node:assert/strict';
import type { UploadJob } from '../upload/upload-job.ts';
import { hideUploadAddress } from './hide-upload-address.ts';

const signature = 'canary+signature/of-an-address';
const location = `https://files.example/7?kind=resumable&signature=${encodeURIComponent(signature)}`;

describe('The output of an upload', () => {
  const hide = (output: unknown, to: string | undefined = '{{start.headers.location}}'): unknown =>
    hideUploadAddress(
      {
        released: { actions: { send: { upload: { to } } } },
        actionName: 'send',
        call: { start: { status: 201, headers: { location }, body: null } },
      } as unknown as UploadJob,
      output,
    );

  it('does not contain what opens the address that the service handed out', () => {
    assert.deepEqual(hide({ id: 7, kind: 'resumable', at: location, raw: [signature] }), {
      ...{ id: 7, kind: 'resumable', raw: ['[redacted]'] },
      at: 'https://files.example/7?kind=resumable&signature=[redacted]',
    });
  });

  it('stays as it is where the connector names the address', () => {
    const output = { at: location };
    assert.deepEqual(hide(output, 'https://files.example/7'), output);
  });
});
