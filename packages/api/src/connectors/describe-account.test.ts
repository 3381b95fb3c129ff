import assert from 'node:assert/strict';
import type { ConnectorPackage } from '@tallyhook/schemas';
import type { Http } from '@tallyhook/sdk';
import { describeNewAccount } from './describe-account.ts';

const unreachable: Http = {
  send: () => Promise.reject(new Error('nothing is sent')),
  sendStream: () => Promise.reject(new Error('nothing is sent')),
  close: () => Promise.resolve(),
};

describe('account of a connector with OAuth 2', () => {
  const released: ConnectorPackage = {
    format: 1,
    sha256: '0'.repeat(64),
    connector: {
      id: 'calendar',
      name: 'Calendar',
      version: '1.0.0',
      hosts: ['api.example.com'],
      signIn: {
        kind: 'oauth2',
        grant: 'authorizationCode',
        authorize: { url: 'https://api.example.com/authorize' },
        token: { url: 'https://api.example.com/token' },
      },
      account: {
        fields: [{ name: 'owner', label: 'Owner' }],
        label: '{{account.owner}}',
        externalId: '{{account.owner}}',
      },
    },
    actions: {},
    webhooks: {},
  };

  it('is linked with an existing token', async () => {
    const fields = { owner: 'fern', accessToken: 'canary-1' };
    const described = await describeNewAccount(released, { fields }, { http: unreachable, usual: undefined });
    assert.deepEqual(described, { label: 'fern', externalId: 'fern', isProven: false, fields });
  });

  it('is refused without a token, with an explanation', async () => {
    await assert.rejects(
      describeNewAccount(released, { fields: { owner: 'fern' } }, { http: unreachable, usual: undefined }),
      {
        code: 'invalid_account',
        message:
          /requires: owner, accessToken\. It signs in with OAuth 2: link it on the page Integrations, or send an existing token as accessToken, and its refresh token/,
      },
    );
  });

  it('needs no token with client credentials: it fetches one for the account test and keeps it', async () => {
    const { connector } = released;
    const { account, ...rest } = connector;
    const asking: ConnectorPackage = {
      ...released,
      connector: {
        ...rest,
        signIn: {
          kind: 'oauth2',
          grant: 'clientCredentials',
          token: { url: 'https://api.example.com/token' },
        },
        account: { ...account!, externalId: '{{test.body.id}}' },
        request: { baseUrl: 'https://api.example.com' },
        test: { method: 'GET', path: '/me' },
      },
    };
    const json = { 'content-type': 'application/json' };
    const http: Http = {
      ...unreachable,
      send: async ({ url, headers }) => {
        const isAuthorized = url.endsWith('/me') && Object.values(headers).includes('Bearer fetched');
        const body = url.endsWith('/token') ? { access_token: 'fetched' } : { id: 'team-7' };
        return {
          status: url.endsWith('/token') || isAuthorized ? 200 : 401,
          headers: json,
          body: Buffer.from(JSON.stringify(body)),
        };
      },
    };
    const given = { fields: { owner: 'fern' }, client: { id: 'us', secret: 'x' } };
    const described = await describeNewAccount(asking, given, { http, usual: undefined });
    assert.deepEqual([described.externalId, described.fields['accessToken']], ['team-7', 'fetched']);
  });
});
