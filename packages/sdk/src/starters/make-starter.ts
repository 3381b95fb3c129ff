import type {
  AccountField,
  ActionFixture,
  Connector,
  ConnectorWebhook,
  SignInFixture,
  WebhookFixture,
  WebhookSignature,
} from '@tallyhook/schemas';
import { readStarterFolder } from './read-starter.ts';
import { type StarterAnswers, usualAnswers } from './starter-choices.ts';
import { type StarterSignIn, starterSignIn } from './starter-sign-ins.ts';

type Called = StarterAnswers & { id: string; name: string };
type Add = (path: string, value: object) => void;

const signedIn = 'fixtures/signed-in.json';
/** A service that nobody signs in to refuses no credential. */
const refused = 'fixtures/contact-refused.json';

/** The files of a new connector for a service of which this much is known; it passes `validate` and `test`. */
export function makeStarter(answers: Called): Map<string, string> {
  const way = starterSignIn(answers);
  const texts = new Map<string, string>();
  const add: Add = (path, value) => texts.set(path, `${JSON.stringify(value, null, 2)}\n`);
  const key = folderOf(answers, 'key');
  add('connector.json', connectorOf(jsonIn(key, 'connector.json'), answers, way));
  for (const path of key.keys()) {
    if (path.startsWith('actions/')) add(path, jsonIn(key, path));
    if (path === signedIn || (path === refused && answers.signIn === 'none')) continue;
    if (path.startsWith('fixtures/')) add(path, adaptFixture(jsonIn(key, path), way));
  }
  if (answers.signIn !== 'none') add(signedIn, signInFixture(answers, way));
  if (answers.file !== 'none') addFile(answers, way, add);
  if (answers.webhooks !== 'none') addWebhook(answers, add);
  texts.set('icon.svg', key.get('icon.svg')!);
  texts.set('README.md', readme(answers, way));
  return texts;
}

/** The files of a starter with this connector's base address. */
function folderOf({ baseUrl }: StarterAnswers, starter: Parameters<typeof readStarterFolder>[0]): Map<string, string> {
  const adapted = (text: string): string => text.replaceAll(usualAnswers.baseUrl, () => baseUrl);
  return new Map([...readStarterFolder(starter)].map(([path, text]) => [path, adapted(text)]));
}

function jsonIn<T>(folder: ReadonlyMap<string, string>, path: string): T {
  return JSON.parse(folder.get(path)!) as T;
}

function connectorOf(
  { account, test, ...usual }: Connector,
  { id, name, baseUrl, webhooks, signature }: Called,
  { signIn, fields }: StarterSignIn,
): Connector {
  const signing = signature === 'none' ? [] : [signatures[signature].field];
  const hosts = [new URL(baseUrl).host];
  const connector = { ...usual, id, name, hosts, signIn, request: { ...usual.request, baseUrl } };
  if (signIn.kind !== 'none') return { ...connector, account: { ...account!, fields: [...fields, ...signing] }, test };
  if (webhooks === 'none') return connector;
  // Without a sign-in a person says whose deliveries these are.
  const byHand = jsonIn<Connector>(readStarterFolder('webhook'), 'connector.json').account!;
  return { ...connector, account: { ...byHand, fields: [...byHand.fields, ...signing] } };
}

/** A fixture of a starter as this connector's: with its account and credential. */
function adaptFixture<T extends ActionFixture | SignInFixture>(
  fixture: T,
  { account, headers: signedHeaders, query }: StarterSignIn,
): T {
  const exchanges = fixture.exchanges.map(({ request: { headers = {}, url, ...request }, ...exchange }) => {
    const others = Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name));
    const isSigned = others.length < Object.keys(headers).length;
    const all = { ...Object.fromEntries(others), ...(isSigned && signedHeaders) };
    const signed = query === undefined ? url : `${url}?${query}`;
    return { request: { ...request, url: signed, ...(Object.keys(all).length > 0 && { headers: all }) }, ...exchange };
  });
  return { ...fixture, account, exchanges };
}

const credentialHeaders = ['authorization', 'x-api-key'];

/** The fixture that identifies the account; with OAuth 2 it also asks for the token. */
function signInFixture(answers: Called, way: StarterSignIn): SignInFixture {
  if (way.signIn.kind !== 'oauth2') return adaptFixture(jsonIn(folderOf(answers, 'key'), signedIn), way);
  const { origin } = new URL(answers.baseUrl);
  const text = folderOf(answers, 'oauth2').get(signedIn)!.replaceAll('https://auth.example.com', `${origin}/oauth`);
  const fixture = adaptFixture(JSON.parse(text) as SignInFixture, way);
  delete fixture.account;
  return way.signIn.grant === 'authorizationCode' ? fixture : withoutPerson(fixture);
}

function withoutPerson({ exchanges: [token, test], expect, ...fixture }: SignInFixture): SignInFixture {
  delete fixture.authorize;
  delete fixture.redirect;
  const sent =
    'grant_type=client_credentials&scope=contacts.write&client_id=test-client&client_secret=test-client-secret';
  const answered = { access_token: 'test-token', token_type: 'bearer', expires_in: 3600 };
  return {
    ...fixture,
    description: 'The token request, and the test request that identifies the account.',
    exchanges: [{ request: { ...token!.request, body: sent }, response: { status: 200, body: answered } }, test!],
    expect: { ...expect, account: { accessToken: 'test-token' } },
  };
}

function addFile(answers: Called, way: StarterSignIn, add: Add): void {
  const { file } = answers;
  const folder = folderOf(answers, file === 'pieces' ? 'upload' : `file-${file === 'form' ? 'form' : 'body'}`);
  for (const path of folder.keys()) {
    if (path.startsWith('actions/')) add(path, jsonIn(folder, path));
    if (path.startsWith('fixtures/') && path !== signedIn) add(path, adaptFixture(jsonIn(folder, path), way));
  }
}

function addWebhook({ webhooks, signature }: Called, add: Add): void {
  const folder = readStarterFolder('webhook');
  const usual = jsonIn<ConnectorWebhook>(folder, 'webhooks/events.json');
  const id = deliveryIds[webhooks];
  if (id.template === 'none') delete usual.missingId;
  add('webhooks/events.json', {
    ...usual,
    deliveryId: id.template,
    ...(signature !== 'none' && { signature: signatures[signature].declared }),
  });
  for (const name of ['contact-created', 'ping', 'challenge']) {
    const { expect, ...fixture } = jsonIn<WebhookFixture>(folder, `fixtures/${name}.json`);
    const events = expect.events?.map((event) => ({ ...event, deliveryId: id.example }));
    add(`fixtures/event-${name}.json`, { ...fixture, expect: { ...expect, ...(events && { events }) } });
  }
}

/** Where the id of a delivery is, and what it is in the fixture. */
const deliveryIds: Record<StarterAnswers['webhooks'], { template: string; example: string | null }> = {
  header: { template: '{{event.headers.x-delivery-id}}', example: 'd1' },
  body: { template: '{{event.body.id}}', example: 'e1' },
  'no-id': { template: 'none', example: null },
  none: { template: 'none', example: null },
};

const signatures: Record<'hmac-sha256' | 'ed25519', { field: AccountField; declared: WebhookSignature }> = {
  'hmac-sha256': {
    field: {
      name: 'signingSecret',
      label: 'Signing secret',
      description: 'Describe where the service shows the secret of its webhooks.',
      secret: true,
      optional: true,
    },
    declared: { algorithm: 'hmacSha256', key: '{{account.signingSecret}}', signature: { header: 'x-signature' } },
  },
  ed25519: {
    field: {
      name: 'publicKey',
      label: 'Public key',
      description: 'Describe where the service shows the public key of its webhooks.',
      optional: true,
    },
    declared: {
      algorithm: 'ed25519',
      key: '{{account.publicKey}}',
      signature: { header: 'x-signature-ed25519' },
      timestamp: { header: 'x-signature-timestamp', toleranceSeconds: 300 },
      signs: '{{timestamp}}{{rawBody}}',
    },
  },
};

function readme({ id, name, file, webhooks }: Called, { advice }: StarterSignIn): string {
  const inputs = file === 'body' ? '`file`' : '`file`, `title`';
  const rows = [
    ['Action', 'Inputs', 'Output'],
    ['---', '---', '---'],
    ['`create-contact`', '`name`, `email`', '`id`'],
    ...(file === 'none' ? [] : [['`upload-file`', inputs, '`id`']]),
  ];
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const events = `Enter \`<address of Tallyhook>/hooks/${id}\` in the webhook settings of the service.`;
  return [
    `# ${name}`,
    'Describe what people can do with the service.',
    '## Link an account',
    advice,
    '## Actions',
    table,
    ...(webhooks === 'none' ? [] : ['## Receive events', events]),
    '',
  ].join('\n\n');
}
