import { oauthConnector } from '../oauth-connector.ts';
import { action, actionFixture, connector, type GoldenCase, upload } from './golden-case.ts';

const path = '/projects/{{project|url}}/issues';

/** Invalid addresses, and hints that say what to write instead. */
export const addressCases: GoldenCase[] = [
  {
    title: 'a query in the base address',
    edits: [[connector, 'example.com/v1', 'example.com/v1?x=1']],
    expected: ['connector.json:15:54 #/request/baseUrl query_in_path'],
  },
  ...(['{id}', '..', 'my items'] as const).map((written): GoldenCase => ({
    title: `${written} in a path`,
    edits: [[action, path, `${path}/${written}`]],
    expected: [`actions/create-issue.json:14:${written === 'my items' ? 49 : 47} #/request/path wrong_url`],
  })),
  {
    title: 'a space in a full address',
    edits: [[action, `"path": "${path}`, `"url": "https://api.example.com/my items${path}`]],
    expected: ['actions/create-issue.json:14:39 #/request/url wrong_url'],
  },
  {
    title: 'a scheme before a token',
    edits: [[connector, '"{{account.token}}"', '"Bearer {{account.token}}"']],
    expected: ['connector.json:6:42 #/signIn/token wrong_format'],
  },
  {
    title: 'a response path without braces as an address',
    edits: [[upload, '{{start.headers.location}}', 'start.headers.location']],
    expected: ['actions/send-file.json:16:11 #/upload/to wrong_url'],
  },
  ...['', '/v1', ':8443', '.example.com/v1'].map((rest): GoldenCase => ({
    title: `an account host with ${rest === '' ? 'nothing' : rest} as the base address`,
    of: oauthConnector,
    edits: [[connector, 'https://{{account.apiHost}}', `{{account.apiHost}}${rest}`]],
    expected: ['connector.json:33:27 #/request/baseUrl wrong_url'],
  })),
  {
    title: 'an account host as a full address',
    of: oauthConnector,
    edits: [
      [
        'actions/list-orders.json',
        '"path": "/{{account.site}}/orders"',
        '"url": "{{account.apiHost}}/{{account.site}}"',
      ],
    ],
    expected: ['actions/list-orders.json:6:12 #/request/url wrong_url'],
  },
  {
    title: 'a part of a host as the base address',
    edits: [[connector, 'https://api.example.com/v1', '{{account.shop}}/v1']],
    expected: ['connector.json:15:27 #/request/baseUrl wrong_url'],
  },
  {
    title: 'a misspelt host',
    edits: [[connector, 'https://api.example.com', 'https://api.exmaple.com']],
    expected: ['connector.json:15:36 #/request/baseUrl host_not_listed did you mean "api.example.com"?'],
  },
  {
    title: 'a different port',
    edits: [[connector, 'https://api.example.com', 'https://api.example.com:8443']],
    expected: ['connector.json:15:36 #/request/baseUrl host_not_listed'],
  },
  ...['api.example.com', '{{account.shop}}.example.com'].map((host): GoldenCase => ({
    title: `${host} listed with the default port, only once`,
    edits: [
      [connector, `"${host}"`, `"${host}:443"`],
      [connector, 'https://api.example.com', `https://${host}`],
    ],
    expected: [
      `connector.json:5:${host.startsWith('{{') ? 32 : 13} #/hosts/${host.startsWith('{{') ? 1 : 0} wrong_host`,
    ],
  })),
  {
    title: 'a size with too many digits, only once',
    edits: [[upload, '8388608', '8'.repeat(30)]],
    expected: ['actions/send-file.json:17:18 #/upload/chunkSize too_large'],
  },
  {
    title: 'an invalid address in a fixture',
    edits: [[actionFixture, 'https://api.example.com/v1/projects/garden/issues?notify=true', 'https://[bad']],
    expected: ['fixtures/create-issue.json:8:45 #/exchanges/0/request/url wrong_url'],
  },
];

/** Base addresses whose parsed host is listed. */
export const soundBases: readonly string[] = [
  'https://api.example.com:443',
  'https://API.Example.com',
  'https://API.EXAMPLE.COM:443',
  'https://{{account.shop}}.EXAMPLE.com:443',
];
