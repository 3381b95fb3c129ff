import assert from 'node:assert/strict';
import type { ConnectorUpload } from '@tallyhook/schemas';
import { makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http, HttpRequest } from '../http/http.ts';
import { observeHttp } from '../recording/observe-http.ts';
import { buildRequest } from '../runtime/build-request.ts';
import { runAction } from '../runtime/run-action.ts';
import { buildUploadRequest } from '../upload/build-upload-request.ts';

const connector = {
  signIn: {
    ...{ kind: 'aws4' as const, service: 's3', region: '{{account.shop}}', accessKeyId: '{{account.id}}' },
    ...{ secretAccessKey: '{{account.token}}', sessionToken: '{{account.session}}' },
  },
};
const account = { shop: 'eu-central-1', id: 'AKID', token: 'canary-secret-key' };
const signing = { service: 's3', region: 'eu-central-1', accessKeyId: 'AKID', secretAccessKey: 'canary-secret-key' };

describe('Requests that are signed with an access key', () => {
  it('carry the key of the account until they are sent, and nothing of it in their headers', () => {
    const request = buildRequest(makePackage({ connector }), 'call', { input: {}, account });
    assert.deepEqual([request.signing, request.headers], [signing, {}]);
    const more = { ...account, session: 'canary-session' };
    assert.deepEqual(buildRequest(makePackage({ connector }), 'call', { input: {}, account: more }).signing, {
      ...signing,
      sessionToken: 'canary-session',
    });
  });

  it('are refused without the key', () => {
    const incomplete = { ...account, token: undefined };
    assert.throws(
      () => buildRequest(makePackage({ connector }), 'call', { input: {}, account: incomplete }),
      (error) =>
        error instanceof ActionError && error.class === 'auth' && /signIn\.secretAccessKey/.test(error.message),
    );
  });

  it('are noted without the key, and neither answers nor errors show it', async () => {
    const sent: HttpRequest[] = [];
    const http = {
      send(request: HttpRequest) {
        sent.push(request);
        const status = sent.length === 1 ? 200 : 403;
        return Promise.resolve({ status, headers: {}, body: Buffer.from(`the key ${account.token}`) });
      },
    } as unknown as Http;
    const observed = observeHttp(http);
    const call = { input: {}, account, http: observed.http };
    const { output } = await runAction(makePackage({ connector }), 'call', call);
    assert.equal(output, 'the key [redacted]');
    await assert.rejects(runAction(makePackage({ connector }), 'call', call), /the key \[redacted\]/);
    assert.deepEqual(
      sent.map((request) => request.signing),
      [signing, signing],
    );
    assert.doesNotMatch(JSON.stringify(observed.calls.map(({ request }) => request)), /canary|AKID/);
  });

  it('get no signature at a host that is not the connector’s', () => {
    const upload = (to: string): ConnectorUpload => ({ file: 'a', send: 'body', to });
    const built = (to: string, location: string) =>
      buildUploadRequest(makePackage({ connector, action: { upload: upload(to) } }), 'call', 'transfer', {
        ...{ input: { a: 'f1' }, account, file: { name: 'a', sizeBytes: 1, contentType: 'text/plain' } },
        start: { status: 200, headers: { location }, body: null },
      }).signing;
    assert.equal(built('{{start.headers.location}}', 'https://store.example.net/u?sig=1'), undefined);
    assert.deepEqual(built('{{start.headers.location}}', 'https://api.example.com/u'), signing);
  });
});
