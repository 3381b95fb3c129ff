import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccountValues,
  ActionError,
  compileConnector,
  type ConnectorPackage,
  createHttp,
  describeAccount,
  describeUpload,
  type Http,
  parseRoutes,
  runAction,
  testAccount,
} from '../src/index.ts';
import { runUpload } from '../src/fixtures/run-upload.ts';
import { type PracticeProcess, startPractice } from './practice-process.ts';

const home = join(import.meta.dirname, '../../connectors');
const practiceFolder = join(import.meta.dirname, '../../practice/src');

/** A row of a table: the action, its inputs and the expected output. */
type Step = [action: string, input: Record<string, unknown>, output: unknown];

interface Scene {
  origins: string[];
  account: Record<string, string>;
  /** The expected label and id of the account after its test. */
  known?: [label: string, externalId: string];
  steps: Step[];
}

const file = 'f1';
const any = /./;

const scenes: Record<string, Scene> = {
  slack: {
    origins: ['https://slack.com', 'https://files.slack.com'],
    account: { accessToken: 'practice-token' },
    known: ['Practice', 'T0PRACTICE'],
    steps: [
      ['post-message', { channel: 'C01', text: 'Say "hi"\nö' }, { channel: 'C01', ts: '1503435956.000001' }],
      [
        'post-message',
        { channel: 'C01', text: 'x', threadTs: '1503435956.000001', blocks: [{ type: 'divider' }] },
        any,
      ],
      ['post-message', { channel: 'C0MISSING', text: 'x' }, /^not_found: .*channel_not_found/s],
      ['update-message', { channel: 'C01', ts: '1503435956.000001', text: 'y' }, any],
      ['update-message', { channel: 'C01', ts: '1503435956.999999', text: 'y' }, /message_not_found/],
      ['add-reaction', { channel: 'C01', ts: '1503435956.000001', name: 'thumbsup' }, { ok: true }],
      ['add-reaction', { channel: 'C01', ts: '1503435956.000001', name: 'thumbsup' }, /already_reacted/],
      ['find-user-by-email', { email: 'fern+crm@example.com' }, /fern\+crm/],
      ['list-channels', {}, /general.*random.*ferns/],
      ['upload-file', { channel: 'C01', file }, { id: 'F0000000003', url: any }],
    ],
  },
  stripe: {
    origins: ['https://api.stripe.com', 'https://files.stripe.com'],
    account: { key: 'practice-token' },
    known: ['acct_practice', 'acct_practice'],
    steps: [
      [
        'create-customer',
        { email: 'fern+1@example.com', name: 'Fern & Söhne', reference: 'T-7' },
        { id: 'cus_1', email: 'fern+1@example.com' },
      ],
      ['find-customers', { email: 'fern+1@example.com' }, /cus_1/],
      ['create-invoice-item', { customer: 'cus_1', amount: -500, currency: 'eur' }, { id: 'ii_2' }],
      ['create-invoice-item', { customer: 'cus_9', amount: 1, currency: 'eur' }, /^not_found: .*No such customer/s],
      ['create-invoice', { customer: 'cus_1', daysUntilDue: 14 }, { id: 'in_3', status: 'draft', url: null }],
      ['refund-payment', { paymentIntent: 'pi_1', amount: 1000 }, { id: 're_4', status: 'succeeded', amount: 1000 }],
      ['upload-file', { purpose: 'dispute_evidence', file }, { id: 'file_5', size: 300_000 }],
    ],
  },
  shopify: {
    origins: ['https://practice.myshopify.com'],
    account: { shop: 'practice', accessToken: 'practice-token' },
    known: ['practice', 'practice.myshopify.com'],
    steps: [
      ['get-order', { order: 'gid://shopify/Order/1' }, /#1001/],
      ['get-order', { order: 'gid://shopify/Order/9' }, { order: null }],
      ['find-orders', {}, /#1001.*#1002.*#1003/],
      ['tag-order', { order: 'gid://shopify/Order/1', tags: ['vip'] }, { id: 'gid://shopify/Order/1' }],
      ['tag-order', { order: 'gid://shopify/Order/9', tags: ['vip'] }, /Order not found/],
      ['create-product', { title: 'Fern in a pot' }, { id: 'gid://shopify/Product/1', handle: 'fern-in-a-pot' }],
      ['adjust-stock', { item: 'gid://a', location: 'gid://b', delta: -4, reason: 'damaged' }, any],
      ['ask', { query: '{ shop { name } }' }, { data: { shop: { name: 'Practice' } } }],
      ['ask', { query: '{ shop { name }' }, /syntax error/],
    ],
  },
  hubspot: {
    origins: ['https://api.hubapi.com'],
    account: { accessToken: 'practice-token' },
    known: ['HubSpot 62515', '62515'],
    steps: [
      ['create-contact', { email: 'fern@example.com', lastName: "O'Fern" }, /"id":"1"/],
      ['create-contact', { email: 'fern@example.com' }, /^conflict: .*Existing ID: 1/s],
      ['update-contact', { contact: '1', properties: { lifecyclestage: 'customer' } }, /"id":"1"/],
      ['update-contact', { contact: '9', properties: {} }, /^not_found/],
      ['find-contacts', { property: 'email', value: 'fern@example.com' }, /"total":1.*"lifecyclestage":"customer"/],
      ['create-deal', { name: 'Ferns', stage: 'won', amount: 1.5, contact: '1' }, { id: '2' }],
      ['add-note', { contact: '1', text: 'Called', at: '2026-01-02T03:04:05Z' }, { id: '3' }],
      ['upload-file', { folder: '/library', access: 'PRIVATE', file }, { id: '4', url: /a%22b%22 #1\.png/ }],
    ],
  },
  zendesk: {
    origins: ['https://practice.zendesk.com'],
    account: { subdomain: 'practice', email: 'agent@example.com', token: 'practice-token' },
    known: ['practice', 'practice'],
    steps: [
      ['upload-file', { file }, { token: 'upload1', expiresAt: any }],
      ['create-ticket', { subject: 'Fern', text: 'wilts', uploads: ['upload1'] }, /"id":2/],
      ['create-ticket', { subject: 'Fern', text: 'wilts', uploads: ['upload1'] }, /token is not known or was used/],
      ['create-ticket', { subject: 'A', text: 'B', requesterEmail: 'oak@example.com' }, /Requester Name: is too short/],
      ['comment-on-ticket', { ticket: 2, text: 'Dry', public: false }, /"id":2/],
      ['set-ticket-status', { ticket: 2, status: 'solved' }, { id: 2, status: 'solved' }],
      ['get-ticket', { ticket: 2 }, /"public":false/],
      ['get-ticket', { ticket: 99 }, /^not_found/],
      ['search-tickets', { search: 'status<solved Fern' }, /^invalid|"count":0/],
      ['search-tickets', { search: 'Fern' }, /"count":1/],
    ],
  },
  mastodon: {
    origins: ['https://practice.social'],
    account: { instance: 'practice.social', token: 'practice-token' },
    known: ['@practice@practice.social', '14715@practice.social'],
    steps: [
      ['upload-media', { description: 'A "fern"', file }, { id: '22348641', url: any, ready: 'yes' }],
      ['get-media', { media: '22348641' }, /"status":200/],
      ['post-status', { text: '#fern "x"', media: ['22348641'] }, { id: '103254962155278002', url: any }],
      ['post-status', { text: 'x', media: ['1'] }, /^not_found/],
      ['search', { text: '#fern' }, /103254962155278002/],
      ['boost-status', { status: '103254962155278002' }, /boost-/],
      ['delete-status', { status: '103254962155278002' }, { id: '103254962155278002' }],
      ['delete-status', { status: '103254962155278002' }, /^not_found/],
    ],
  },
  notion: {
    origins: ['https://api.notion.com'],
    account: { accessToken: 'practice-token' },
    known: ['Practice', 'b0b0'],
    steps: [
      ['create-page', { database: 'db1', properties: { Name: { title: [] } } }, { id: 'page1', url: any }],
      ['create-page', { database: 'db1', properties: { Nam: {} } }, /Nam is not a property that exists/],
      ['create-page', { database: 'db2', properties: {} }, /^not_found/],
      ['create-page', { database: 'db1', properties: {} }, { id: 'page2', url: any }],
      ['update-page', { page: 'page1', properties: { Done: { checkbox: true } } }, /page1/],
      ['get-page', { page: 'page1' }, /"Done":{"checkbox":true}/],
      ['query-database', { database: 'db1' }, /page1.*page2/],
      ['append-text', { page: 'page1', text: 'One\n"two"' }, /One\\n/],
      ['search', { text: 'x' }, /"found":\[/],
    ],
  },
  'google-sheets': {
    origins: ['https://sheets.googleapis.com', 'https://openidconnect.googleapis.com'],
    account: { accessToken: 'practice-token' },
    known: ['fern@example.com', '1187'],
    steps: [
      ['create-spreadsheet', { title: 'Ferns' }, { id: 'practice-1', url: any }],
      ['read-range', { spreadsheet: 's', range: 'Log!A1:B2' }, { range: 'Log!A1:B2' }],
      [
        'append-rows',
        {
          spreadsheet: 's',
          range: 'Log',
          rows: [
            ['a', 1],
            [true, null],
          ],
        },
        { range: 'Log!A1', rows: 2 },
      ],
      [
        'read-range',
        { spreadsheet: 's', range: 'Log' },
        {
          range: 'Log',
          rows: [
            ['a', 1],
            [true, null],
          ],
        },
      ],
      ['add-sheet', { spreadsheet: 's', title: "It's mine" }, { sheet: 2, title: "It's mine" }],
      [
        'update-range',
        { spreadsheet: 's', range: "'It''s mine'!A1", rows: [['x']] },
        { range: "'It''s mine'!A1", cells: 1 },
      ],
      ['update-range', { spreadsheet: 's', range: 'Nope!A1', rows: [['x']] }, /Unable to parse range: Nope!A1/],
      ['clear-range', { spreadsheet: 's', range: 'Log!A2:Z' }, { range: 'Log!A2:Z' }],
      ['read-range', { spreadsheet: 'missing', range: 'Log' }, /^not_found/],
    ],
  },
  vimeo: {
    origins: ['https://api.vimeo.com', 'https://practice-files.tus.vimeo.com'],
    account: { accessToken: 'practice-token' },
    known: ['Practice', '/users/152184'],
    steps: [
      ['upload-video', { name: 'Fern', file }, { uri: '/videos/258684001', url: 'https://vimeo.com/258684001' }],
      ['get-video', { video: '258684001' }, { name: 'Fern', url: any, durationSeconds: 0, transcode: 'in_progress' }],
      ['edit-video', { video: '258684001', name: 'Oak' }, /258684001/],
      ['list-videos', { search: 'Oak' }, /"total":1/],
      ['delete-video', { video: '258684001' }, { deleted: '258684001' }],
      ['get-video', { video: '258684001' }, /^not_found/],
    ],
  },
  github: {
    origins: ['https://api.github.com'],
    account: { owner: 'octo', token: 'practice-token' },
    known: ['octo', 'octo'],
    steps: [
      ['comment-on-issue', { owner: 'octo', repository: 'hello', number: 7, body: 'Say "hi"' }, /issuecomment/],
      ['create-issue', { owner: 'octo', repository: 'hello', title: 'One "1"', labels: ['bug'] }, /"number":1/],
      ['create-issue', { owner: 'octo', repository: 'hello', title: 'Two' }, /"number":2/],
      ['create-issue', { owner: 'octo', repository: 'hello', title: 'Three' }, /"number":3/],
      ['create-issue', { owner: 'missing', repository: 'hello', title: 'Four' }, /^not_found/],
      ['list-issues', { owner: 'octo', repository: 'hello' }, /One.*Two.*Three/],
      ['update-issue', { owner: 'octo', repository: 'hello', number: 2, state: 'closed' }, /"state":"closed"/],
      ['list-issues', { owner: 'octo', repository: 'hello', state: 'closed' }, /^{"issues":\[{"number":2,/],
      ['add-labels', { owner: 'octo', repository: 'hello', number: 1, labels: ['bug', 'fern'] }, /bug.*fern/],
      ['add-labels', { owner: 'octo', repository: 'hello', number: 9, labels: ['fern'] }, /^not_found/],
    ],
  },
  http: {
    origins: ['https://api.example.com'],
    account: { name: 'Example', host: 'api.example.com', authorization: 'Bearer practice-token' },
    steps: [
      ['get', { url: 'https://api.example.com/things/1?x=1%202' }, /"query":\[\["x","1 2"\]\]/],
      ['get', { url: 'https://api.example.com/things/missing' }, /^not_found/],
      ['get', { url: 'https://elsewhere.example/things/1' }, /^fatal: .*is not one of the connector's hosts/],
      ['post', { url: 'https://api.example.com/things/1', body: { a: ['"'] } }, /"status":201.*{\\"a\\":\[\\"\\\\\\"/],
      ['put', { url: 'https://api.example.com/things/1', body: 'a' }, /"type":"application\/json","text":"\\"a\\""/],
      ['patch', { url: 'https://api.example.com/things/1', body: 7 }, /"text":"7"/],
      ['delete', { url: 'https://api.example.com/things/1' }, /"method":"DELETE"/],
      [
        'post-text',
        { url: 'https://api.example.com/things/1', text: '<a/>', type: 'application/xml' },
        /"type":"application\/xml"/,
      ],
      ['upload-file', { url: 'https://api.example.com/things/1', file }, /"type":"image\/png"/],
    ],
  },
};

const bytes = Buffer.alloc(300_000, 'fern');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const sentFile = { name: 'a"b" #1.png', contentType: 'image/png', sizeBytes: bytes.length };

describe('shipped connectors over real sockets', () => {
  let practice: PracticeProcess;
  let http: Http;

  before(async () => {
    practice = await startPractice(Object.keys(scenes));
    const routes = Object.entries(scenes).flatMap(([name, { origins }]) =>
      origins.map((origin) => `${origin}=${practice.services[name]!.url}`),
    );
    http = createHttp({ routes: parseRoutes(routes.join(',')) });
  });
  after(async () => {
    await http.close();
    await practice.stop();
  });

  const run = (released: ConnectorPackage, action: string, input: Record<string, unknown>, account: AccountValues) => {
    const call = { input, account, http };
    async function* read(start: number, endExclusive: number): AsyncGenerator<Buffer> {
      yield bytes.subarray(start, endExclusive);
    }
    const sending =
      describeUpload(released, action) === undefined
        ? runAction(released, action, call)
        : runUpload(released, action, { ...call, file: sentFile, read });
    return sending.then(
      ({ output }) => output,
      (error: unknown) => {
        if (error instanceof ActionError) return error;
        throw error;
      },
    );
  };

  it('are all tested here if they have a practice service, except youtube, which has its own test', () => {
    const folders = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = folders.map(({ name }) => name).filter((name) => name !== 'node_modules' && name !== 'youtube');
    // The practice service s3 takes presigned uploads, which no connector alone can make.
    const practised = names.filter((name) => name !== 's3' && existsSync(join(practiceFolder, name)));
    assert.deepEqual(Object.keys(scenes).sort(), practised.sort());
  });

  for (const [name, { account, known, steps }] of Object.entries(scenes)) {
    describe(name, () => {
      const released = compileConnector(join(home, name)).package!;

      it('has all of its actions in the table', () => {
        const inTable = new Set(steps.map(([action]) => action));
        assert.deepEqual([...inTable].sort(), Object.keys(released.actions).sort());
      });

      it('identifies the account and refuses a wrong credential', async () => {
        const test = await testAccount(released, { account, http });
        const { label, externalId } = describeAccount(released, { account, test });
        if (known !== undefined) assert.deepEqual([label, externalId], known);
        const wrong = {
          ...account,
          token: 'canary-4711',
          accessToken: 'canary-4711',
          key: 'canary-4711',
          authorization: 'Bearer canary-4711',
        };
        const [action, input] = steps[0]!;
        const refused = await run(released, action, input, wrong);
        assert.ok(refused instanceof ActionError, `the answer was ${JSON.stringify(refused)}`);
        assert.doesNotMatch(refused.message, /canary/);
      });

      for (const [action, input, expected] of steps) {
        it(`${action} ${JSON.stringify(input)} returns ${expected instanceof RegExp ? expected.source : JSON.stringify(expected)}`, async () => {
          const got = await run(released, action, input, account);
          compare(got instanceof ActionError ? `${got.class}: ${got.message}` : got, expected);
        });
      }
    });
  }

  describe('files', () => {
    it('arrive byte for byte', async () => {
      for (const [name, kind] of Object.entries({
        hubspot: 'files',
        mastodon: 'files',
        slack: 'announced',
        stripe: 'files',
        vimeo: 'sessions',
        zendesk: 'uploads',
        http: 'things',
      })) {
        const kept = await practice.services[name]!.kept();
        assert.match(JSON.stringify(kept[kind]), new RegExp(sha256), name);
      }
    });

    it('are sent without a credential to an address from a response', async () => {
      const log = [...(await practice.services['slack']!.log()), ...(await practice.services['vimeo']!.log())];
      const handedOut = log.filter(({ path }) => /^\/(upload\/v1|files)\//.test(path));
      assert.deepEqual(
        handedOut.map(({ headers }) => headers['authorization']),
        [undefined, undefined],
      );
    });
  });
});

/** Compares values. An expected pattern is matched against the JSON of a value. */
function compare(got: unknown, expected: unknown): void {
  if (expected instanceof RegExp) return assert.match(typeof got === 'string' ? got : JSON.stringify(got), expected);
  if (typeof expected !== 'object' || expected === null) return assert.deepEqual(got, expected);
  assert.deepEqual(Object.keys(got as object).sort(), Object.keys(expected).sort());
  for (const [key, value] of Object.entries(expected)) compare((got as Record<string, unknown>)[key], value);
}
