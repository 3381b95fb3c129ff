import assert from 'node:assert/strict';
import type { Connector } from '@tallyhook/schemas';
import { get, make, connectorOf, leftOut } from '../../test/make-from-openapi.ts';
import type { OpenApiWishes } from './connector-from-openapi.ts';

describe('servers from an OpenAPI document', () => {
  const made = (servers: object[], wishes: OpenApiWishes = {}): Connector =>
    connectorOf(make({ ...get([]), servers }, wishes));

  it('ask the account for their variables', () => {
    const variables = {
      region: { default: 'EU', enum: ['eu', 'us'] },
      port: { default: '8443' },
      base: { default: 'v2', enum: ['v2'] },
    };
    const connector = made([{ url: 'https://{region}.Example.com:{port}/{base}', variables }]);
    assert.deepEqual(connector.hosts, ['{{account.region}}.example.com:8443']);
    assert.equal(connector.request?.baseUrl, 'https://{{account.region}}.example.com:8443/v2');
    assert.deepEqual(connector.account?.fields, [
      { name: 'region', label: 'Region', description: 'One of eu, us. Usually EU.' },
    ]);
  });

  it('leave a variable with an empty default empty, and say so', () => {
    const variables = { region: { enum: ['', 'eu.'], default: '' } };
    const servers = [{ url: 'https://{region}api.example.com', variables }];
    const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
    const document = make({ ...get([]), servers, components: { securitySchemes }, security: [{ key: [] }] });
    const { hosts, account } = connectorOf(document);
    assert.deepEqual(hosts, ['api.example.com']);
    assert.deepEqual(
      account?.fields.map(({ name }) => name),
      ['account', 'token'],
    );
    assert.deepEqual(leftOut(document), [
      '#/servers/0/variables/region  the variable "region" of the server: it is empty by default and stays empty; give a base address to use another one',
    ]);
  });

  it('do not identify an account by a variable with a few values', () => {
    const variables = { region: { enum: ['eu', 'us'], default: 'eu' } };
    const servers = [{ url: 'https://{region}.example.com', variables }];
    const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
    const document = make({ ...get([]), servers, components: { securitySchemes }, security: [{ key: [] }] });
    const { account } = connectorOf(document);
    assert.deepEqual([account?.label, account?.externalId], ['{{account.account}}', '{{account.account}}']);
  });

  it('do not identify an account by a version, a path part or a region, and say so', () => {
    const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
    const servers: [url: string, variables: object][] = [
      ['https://api.example.com/{ver}', { ver: { default: 'v1' } }],
      ['https://api.example.com/{base}', { base: { default: 'rest' } }],
      ['https://{release}.example.com', { release: { default: '2024-01-01' } }],
      ['https://{region}.example.com', { region: { default: 'eu' } }],
    ];
    for (const [url, variables] of servers) {
      const document = make({
        ...get([]),
        servers: [{ url, variables }],
        components: { securitySchemes },
        security: [{ key: [] }],
      });
      const { account } = connectorOf(document);
      assert.deepEqual([account?.label, account?.externalId], ['{{account.account}}', '{{account.account}}'], url);
      assert.match(
        leftOut(document).join('\n'),
        /^#\/servers {2}the identity of the account: the document does not say/,
        url,
      );
    }
  });

  it('drop the default port of their scheme', () => {
    const variables = { tenant: { default: 'demo' }, port: { enum: ['443', '8443'], default: '443' } };
    assert.deepEqual(made([{ url: 'https://{tenant}.example.com:{port}/v1', variables }]).hosts, [
      '{{account.tenant}}.example.com',
    ]);
    assert.deepEqual(made([{ url: 'http://localhost:80/' }]).hosts, ['localhost']);
    const { hosts, request } = made([{ url: 'http://stream.example.com:443/api' }]);
    assert.deepEqual([hosts, request?.baseUrl], [['stream.example.com'], 'https://stream.example.com/api']);
  });

  it('need a host, or a given base address', () => {
    assert.throws(
      () => made([{ url: '/api/v3' }]),
      /names the server "\/api\/v3", which has no host\. .* such as https:/,
    );
    assert.equal(
      made([{ url: '/api/v3' }], { baseUrl: 'https://pets.example/api' }).request?.baseUrl,
      'https://pets.example/api',
    );
  });
});
