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
  it('is refused in words, because it cannot be linked yet', async () => {
    const released: ConnectorPackage = {
      format: 1,
      sha256: '0'.repeat(64),
      connector: {
        id: 'calendar',
        name: 'Calendar',
        version: '1.0.0',
        hosts: ['api.example.com'],
        signIn: { kind: 'oauth2', grant: 'clientCredentials', token: { url: 'https://api.example.com/token' } },
      },
      actions: {},
      webhooks: {},
    };
    await assert.rejects(describeNewAccount(released, {}, unreachable), {
      code: 'invalid_account',
      message: /^"Calendar" signs in with OAuth 2, and accounts cannot be linked that way yet; choose /,
    });
  });
});
