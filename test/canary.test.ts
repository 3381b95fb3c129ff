import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import { startCarelessService, type CarelessService } from './careless-service.ts';
import { useCarelessService } from './careless-scene.ts';
import { send, signIn } from './doors.ts';
import { createFinder } from './find-planted.ts';
import { setGithubScene, type GithubScene } from './github-scene.ts';
import { startPageBrowser, type PageBrowser } from './page-browser.ts';
import { readAnswers, readDatabases, readFiles, readHistories, readPages, type Place } from './planted-places.ts';
import { type Product, startProduct, waitFor } from './product.ts';
import { startEcho, type Echo } from './echo-service.ts';

const label = 'An account whose label may be seen';

describe('a planted secret', function () {
  this.timeout(300_000);
  const token = `ghp_${randomBytes(18).toString('hex')}`;
  const wrongToken = `ghp_${randomBytes(18).toString('hex')}`;
  /** With everything that encodings write differently. */
  const oddSecret = `s&=/+ "ü>${randomBytes(12).toString('base64')}`;
  const clientSecret = `client+/${randomBytes(18).toString('base64')}`;
  let practice: PracticeService;
  let echo: Echo;
  let product: Product;
  let careless: CarelessService;
  let browser: PageBrowser;
  /** Where each secret was found, by its name. */
  let found: Map<string, string[]>;
  let longHistories = 0;
  let session: { cookie: string; workspace: string };
  let key: string;

  before(async () => {
    practice = await createPracticeService({ service: 'github', port: 0, token, endingToken: wrongToken });
    echo = await startEcho();
    careless = await startCarelessService();
    product = await startProduct({
      TALLYHOOK_DEMO: '0',
      TALLYHOOK_ROUTES: `https://api.github.com=${practice.url},https://api.twilio.com=${echo.url},${careless.route}`,
    });
    const scene = await setGithubScene(product, token);
    session = await signIn(product.url, product.owner);
    key = (await product.json<{ key: string }>(['keys', 'create', '--name', 'canary'])).key;
    const linked = await product.json<{ id: string }>(
      ['accounts', 'link', 'github', '--field', 'owner=Codertocat', '--field', 'token=-', '--label', label],
      { input: `${wrongToken}\n` },
    );
    practice.endTokens();
    await runInEveryWay(scene, linked.id);
    const tested = await testOddAccount();
    const used = await useCarelessService({ product, service: careless, cookie: session.cookie });
    browser = await startPageBrowser(product);
    const { runs } = await product.json<{ runs: { id: string }[] }>(['runs', 'list']);
    const page = await browser.openSignedIn('/integrations');
    const shown = await readPages(page, [
      ...['/integrations', '/connectors/careless', '/runs'],
      ...runs.map(({ id }) => `/runs/${id}`),
    ]);
    await search([...tested, ...used, ...shown]);
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
    await practice?.close();
    await echo?.close();
    await careless?.close();
  });

  /**
   * Runs a workflow once successfully, then with the other service refusing, disconnecting and failing, and with a
   * wrong token.
   */
  async function runInEveryWay(scene: GithubScene, wrongAccount: string): Promise<void> {
    const runOne = async (count: number) => {
      await scene.deliver({ event: 'issues', id: randomUUID() });
      await waitFor(
        `run ${count} to end`,
        async () =>
          (await scene.runs()).filter(({ status }) => ['completed', 'failed', 'waiting'].includes(status)).length ===
          count,
      );
    };
    await runOne(1);
    practice.setFaults(['reset']);
    await runOne(2);
    practice.setFaults(['500']);
    await runOne(3);
    const headers = { cookie: session.cookie, origin: product.url, 'content-type': 'application/json' };
    const body = JSON.stringify({ accounts: { github: wrongAccount } });
    const changed = await send(`${product.url}/api/workflows/${scene.workflowId}/settings`, {
      method: 'PATCH',
      headers,
      body,
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await runOne(4);
    const statuses = (await scene.runs()).map(({ status }) => status);
    assert.ok(statuses.includes('completed') && statuses.some((status) => status !== 'completed'), statuses.join());
  }

  /** Links an account with Basic authentication at a service that shows in every answer what it was sent. */
  async function testOddAccount(): Promise<Place[]> {
    await product.json(['connectors', 'install', 'twilio']);
    const { id } = await product.json<{ id: string }>(
      ['accounts', 'link', 'twilio', '--field', 'accountSid=AC1', '--field', 'secret=-', '--label', 'Odd'],
      { input: `${oddSecret}\n` },
    );
    const headers = { cookie: session.cookie, origin: product.url, 'content-type': 'application/json' };
    const client = await send(`${product.url}/api/connector-clients/slack`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ id: 'our-client', secret: clientSecret }),
    });
    assert.ok(client.status < 300, JSON.stringify(client.body));
    const tested: Place[] = [{ name: 'PUT /api/connector-clients', text: JSON.stringify(client.body) }];
    for (const answer of ['refusal', 'error', 'redirect'] as const) {
      echo.answerWith(answer);
      const { body } = await send(`${product.url}/api/accounts/${id}/test`, { method: 'POST', headers });
      tested.push({ name: `test: ${answer}`, text: JSON.stringify(body) });
    }
    assert.ok(echo.received().includes(Buffer.from(`AC1:${oddSecret}`).toString('base64')), echo.received());
    return tested;
  }

  /** Looks for all secrets in everything that was kept, and in what was read meanwhile. */
  async function search(read: readonly Place[]): Promise<void> {
    const secrets = new Map([
      ...careless.secrets,
      ...Object.entries({ label, token, wrongToken, oddSecret, clientSecret, key }),
      ['password', product.owner.password],
      ['session', session.cookie.split('=')[1]!],
    ]);
    const find = createFinder(secrets);
    found = new Map([...secrets.keys()].map((name) => [name, []]));
    const look = ({ name, text }: Place): void => {
      if (name.startsWith('history of hook:') && text.length > 1000) longHistories++;
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      for (const secret of find(bytes)) found.get(secret)!.push(name);
    };
    for (const place of read) look(place);
    for (const place of await readAnswers(product, session)) look(place);
    for await (const place of readFiles(product.home)) look(place);
    look({ name: 'what npm start printed', text: product.printed() });
    for await (const place of readHistories(product, 7)) look(place);
    for await (const place of readDatabases(product)) look(place);
  }

  it('would be found, as the public label is in the answers, on a page and in the database', () => {
    const names = found.get('label')!;
    for (const start of ['GET /api/accounts', 'database ', 'page /integrations', 'answer to the page'])
      assert.ok(
        names.some((name) => name.startsWith(start)),
        names.join(),
      );
    assert.equal(longHistories, 7);
  });

  it('that a service hands out, or is given for a subscription, appears nowhere', () => {
    const kinds = new Set([...careless.secrets.keys()].map((name) => name.replace(/ \d+$/, '')));
    assert.deepEqual([...kinds].sort(), [
      ...['access token', 'code', 'kept signing secret', 'refresh token', 'secret of a subscription'],
      ...['secret of the OAuth client', 'signature of an upload address', 'signing secret of a webhook'],
    ]);
    const places = [...careless.secrets.keys()].map((name) => [name, found.get(name)!] as const);
    assert.deepEqual(
      places.filter(([, names]) => names.length > 0),
      [],
    );
  });

  it('of a linked account appears in no log, answer, run, history, package or row', () => {
    assert.deepEqual(found.get('token'), []);
    assert.deepEqual(found.get('wrongToken'), []);
  });

  it('of an account whose service shows it in its answers appears nowhere, in no encoding', () => {
    assert.deepEqual(found.get('oddSecret'), []);
  });

  it('of an OAuth client appears nowhere', () => {
    assert.deepEqual(found.get('clientSecret'), []);
  });

  it('that signs in people or scripts is stored nowhere', () => {
    assert.deepEqual(found.get('password'), []);
    assert.deepEqual(found.get('key'), []);
    assert.deepEqual(found.get('session'), []);
  });
});
