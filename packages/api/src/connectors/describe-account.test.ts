import assert from 'node:assert/strict';
import type { ConnectorPackage } from '@tallyhook/schemas';
import type { Http } from '@tallyhook/sdk';
import { describeNewAccount } from './describe-account.ts';

const unreachable: Http = {
  send: () => Promise.reject(new Error('nothing is sent')),
  sendStream: () => Promise.reject(new Error('nothing is sent')),
  close: () => Promise.resolve(),
};

describe('an account of a connector that signs in with OAuth 2', () => {
  const released: ConnectorPackage = {
    format: 1,
    sha256: '0'.repeat(64),
    connector: {
      id: 'calendar',
      name: 'Calendar',
      version: '1.0.0',
      hosts: ['api.example.com'],
      signIn: { kind: 'oauth2', grant: 'clientCredentials', token: { url: 'https://api.example.com/token' } },
      account: {
        fields: [{ name: 'owner', label: 'Owner' }],
        label: '{{account.owner}}',
        externalId: '{{account.owner}}',
      },
    },
    actions: {},
    webhooks: {},
  };

  it('is linked with a token that somebody has', async () => {
    const described = await describeNewAccount(released, { owner: 'fern', accessToken: 'canary-1' }, unreachable);
    assert.deepEqual(described, { label: 'fern', externalId: 'fern' });
  });

  it('is refused without one, in words', async () => {
    await assert.rejects(describeNewAccount(released, { owner: 'fern' }, unreachable), {
      code: 'invalid_account',
      message: /asks for: owner, accessToken\. It signs in with OAuth 2: give a token that you have as accessToken\./,
    });
  });
});
