import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  narrowDark,
  startPageBrowser,
  takePicture,
  wideLight,
  type PageBrowser,
} from './page-browser.ts';
import { parcelsKey, startParcelsService, type ParcelsService } from './parcels-service.ts';
import { startProduct, type Product } from './product.ts';

interface Folder {
  revision: number;
  files: { path: string; text: string }[];
  problems: { file: string; pointer: string }[];
}

interface Marketplace {
  marketplace: { connector: string; version: string }[];
}

describe('the connector builder', function () {
  this.timeout(300_000);
  let service: ParcelsService;
  let product: Product;
  let browser: PageBrowser;
  let page: Page;

  before(async () => {
    service = await startParcelsService();
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: `https://api.example.com=${service.url}` });
    browser = await startPageBrowser(product);
    page = await browser.openSignedIn('/connectors');
  });
  after(async () => {
    await browser?.close();
    await product?.remove();
    await service?.close();
  });
  afterEach('no page broke a policy, asked another service or had an error', () => {
    assert.deepEqual(browser.mistakes(), []);
  });

  const send = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const answer = await page.request.fetch(path, { method, headers: { origin: product.url }, data });
    assert.ok(answer.ok(), `${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const folder = () => send<Folder>('GET', '/api/connector-folders/parcels');
  const fileOf = async (path: string) => (await folder()).files.find((file) => file.path === path)?.text;
  const isSaved = () =>
    page
      .getByRole('status')
      .getByText(/^Draft of .*, saved/)
      .waitFor();
  const problems = () => page.getByRole('region', { name: 'Problems' });
  /** What is left is the warning that no fixture tests the new action. */
  const isMended = async () => {
    await problems().getByText('1 problem', { exact: true }).waitFor();
    await problems().getByText('No fixture tests the action').waitFor();
    await isSaved();
  };
  const tree = () => page.getByRole('navigation', { name: 'Parts of the connector' });
  const side = () => page.getByRole('complementary');
  /** Goes on once the folder on the server is as it should be. */
  async function until(isAsWanted: (folder: Folder) => boolean): Promise<void> {
    while (!isAsWanted(await folder())) await page.waitForTimeout(100);
  }

  it('begins a connector from the empty list', async () => {
    await page.getByText('No connector is being built yet').waitFor();
    await checkAccessible(page);
    await page.getByRole('button', { name: 'Build the first connector' }).click();
    const dialog = page.getByRole('dialog', { name: 'New connector' });
    await dialog.getByLabel('Name of the service').fill('Parcels');
    assert.equal(await dialog.getByRole('textbox', { name: 'Id' }).inputValue(), 'parcels');
    await dialog.getByRole('button', { name: 'Create connector' }).click();
    await page.getByRole('heading', { name: 'Parcels', level: 1 }).waitFor();
    await problems().getByText('No problems').waitFor();
  });

  it('adds an action, shows what is wrong in the field and in the list, and saves by itself', async () => {
    await tree().getByRole('button', { name: 'New action' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Find a contact');
    await page.getByRole('dialog').getByRole('button', { name: 'Add action' }).click();
    await page.getByRole('heading', { name: 'Find a contact', level: 2 }).waitFor();
    await page.getByRole('tab', { name: /^Request/ }).click();
    await page.getByLabel('Path or address').fill('/contacts/{{contact}}');
    // The list has the problem; its tab and its part count it.
    const problem = problems().getByRole('button', { name: /request › path .*"contact"/ });
    await problem.waitFor();
    await page.getByRole('tab', { name: 'Request 1 problem' }).waitFor();
    await tree().getByRole('button', { name: 'Find a contact 2 problems' }).waitFor();
    assert.equal((await fileOf('actions/find-a-contact.json'))!.includes('/contacts/{{contact}}'), true);
    await page.getByRole('tab', { name: /^Errors/ }).click();
    await problem.click();
    const path = page.getByLabel('Path or address');
    await path.waitFor();
    assert.equal(await path.evaluate((field) => field === document.activeElement), true);
    assert.equal(await path.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByRole('button', { name: 'Release' }).getAttribute('aria-disabled'), 'true');
  });

  it('corrects it with an input, and the form and the JSON are the same', async () => {
    await page.getByRole('tab', { name: /^Inputs/ }).click();
    await page.getByRole('button', { name: 'Add an input' }).click();
    const card = page.getByRole('group', { name: /^Input / });
    await card.getByLabel('Label').fill('Contact');
    await card.getByLabel('Required').check();
    await card.getByLabel('Name in templates').fill('contact');
    await card.getByLabel('Name in templates').press('Tab');
    await isMended();
    await page.getByText('JSON', { exact: true }).click();
    const text = page.getByRole('textbox', { name: 'actions/find-a-contact.json' });
    const declared = JSON.parse(await text.inputValue()) as { input: unknown; request: unknown };
    assert.deepEqual(declared.input, {
      type: 'object',
      properties: { contact: { type: 'string', title: 'Contact' } },
      required: ['contact'],
    });
    await text.fill((await text.inputValue()).replace('"path": "/contacts', '"path": "contacts'));
    await page.getByText(/^Line 1\d/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await isMended();
    await page.getByText('Form', { exact: true }).click();
    await page.getByRole('tab', { name: /^Request/ }).click();
    assert.equal(await page.getByLabel('Path or address').inputValue(), '/contacts/{{contact}}');
  });

  it('keeps what was typed when somebody else has saved, and reads theirs when asked to', async () => {
    const { revision, files } = await folder();
    const theirs = files.map((file) =>
      file.path === 'README.md' ? { ...file, text: `${file.text}\nChanged by somebody else.\n` } : file,
    );
    await send('PUT', '/api/connector-folders/parcels', { revision, files: theirs });
    await page.getByRole('tab', { name: /^Inputs/ }).click();
    await page.getByLabel('What it does and when to use it').fill('Finds a contact');
    await page.getByText('Somebody else saved this connector.').waitFor();
    assert.equal(await page.getByLabel('What it does and when to use it').inputValue(), 'Finds a contact');
    await page.getByRole('button', { name: 'Drop my changes and read it again' }).click();
    await isSaved();
    assert.equal(await page.getByLabel('What it does and when to use it').inputValue(), '');
  });

  it('saves what was just typed when the person leaves at once', async () => {
    await page.getByLabel('What it does and when to use it').fill('Finds a contact by its id.');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Connectors' }).click();
    await page.getByRole('heading', { name: 'Connectors', level: 1 }).waitFor();
    await until(({ files }) => files.some(({ text }) => text.includes('Finds a contact by its id.')));
    await page.getByRole('link', { name: 'Parcels' }).click();
    await tree().getByRole('button', { name: 'Find a contact' }).click();
    assert.equal(await page.getByLabel('What it does and when to use it').inputValue(), 'Finds a contact by its id.');
  });

  it('replays the fixtures', async () => {
    await tree().getByRole('button', { name: 'contact-created.json' }).click();
    await side().getByRole('button', { name: 'Replay all fixtures' }).click();
    await side().getByText('3 of 3 as expected').waitFor();
    await page.getByRole('textbox', { name: 'fixtures/contact-created.json' }).waitFor();
  });

  it('releases the first version', async () => {
    await page.getByRole('button', { name: 'Release' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release a version' });
    await dialog.getByText('The first version').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'connector-release');
    await dialog.getByRole('button', { name: /^Release \d/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const { marketplace } = await send<Marketplace>('GET', '/api/connectors');
    const [released] = marketplace.filter(({ connector }) => connector === 'parcels');
    assert.equal((JSON.parse((await fileOf('connector.json'))!) as { version: string }).version, released!.version);
    await page.getByRole('status').getByText(`Draft of ${released!.version}, saved`).waitFor();
  });

  it('tries the new action at the service with a linked account, and shows no secret', async () => {
    await page.goto('/connectors/parcels?part=actions/find-a-contact.json');
    await side().getByText('You have no account to try it with. Install the connector').waitFor();
    await send('POST', '/api/connectors', { id: 'parcels' });
    await page.goto('/connectors/parcels?part=actions/find-a-contact.json');
    await checkAccessible(page);
    await side().getByRole('link', { name: 'Link account' }).click();
    await page.getByRole('dialog', { name: 'Link an account of Parcels' }).waitFor();
    await send('POST', '/api/accounts', { connector: 'parcels', fields: { key: parcelsKey }, shared: true });
    await page.goto('/connectors/parcels?part=actions/find-a-contact.json');
    await side().getByLabel('Account').selectOption({ label: 'Harbor Goods' });
    await side().getByLabel('Contact').fill('c1');
    await side().getByLabel('Contact').press('Control+Enter');
    const sent = side().getByRole('group', { name: 'Request as sent' });
    assert.match((await sent.textContent())!, /^GET https:\/\/api\.example\.com\/v1\/contacts\/c1\n[^]*••••/);
    await checkAccessible(page);
    await takePicture(page, 'connector-try');
    await side().getByRole('tab', { name: 'Answer' }).click();
    const answer = side().getByRole('group', { name: 'Answer', exact: true });
    assert.match((await answer.textContent())!, /^200\n[^]*"city": "London"/);
    await side().getByRole('tab', { name: 'Mapped' }).click();
    const output = await side().getByRole('group', { name: 'Output', exact: true }).textContent();
    assert.deepEqual(JSON.parse(output!), { id: 'c1', name: 'Ada Lovelace', city: 'London' });
    assert.ok(!(await page.content()).includes(parcelsKey));
    assert.deepEqual(service.refused, []);
    assert.ok(service.requests.includes('GET /v1/contacts/c1'));
  });

  it('keeps the try as a fixture, and releases a version with what changed', async () => {
    await side().getByRole('button', { name: 'Keep as fixture' }).click();
    await side().getByText('Kept as fixtures/find-a-contact.json').waitFor();
    await problems().getByText('No problems').waitFor();
    assert.ok(!JSON.stringify(await folder()).includes(parcelsKey));
    await tree().getByRole('button', { name: 'find-a-contact.json' }).click();
    await side().getByRole('button', { name: 'Replay all fixtures' }).click();
    await side().getByText('4 of 4 as expected').waitFor();
    await tree().getByRole('button', { name: 'Create a contact' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('Add a contact');
    await isSaved();
    await page.getByRole('button', { name: 'What changes' }).click();
    const changes = page.getByRole('dialog', { name: 'What changes' });
    await changes.getByText('No workflow uses it.').waitFor();
    await changes.getByRole('region', { name: 'What changes' }).getByRole('listitem').first().waitFor();
    await checkAccessible(page);
    await changes.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Release' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release a version' });
    await dialog.getByText('No workflow uses it.').waitFor();
    await dialog.getByLabel('Release notes (optional)').fill('Contacts can be found by id.');
    await checkAccessible(page);
    await takePicture(page, 'connector-release-again');
    const button = dialog.getByRole('button', { name: /^Release \d/ });
    const version = (await button.textContent())!.replace('Release ', '');
    await button.click();
    await dialog.waitFor({ state: 'detached' });
    const { marketplace } = await send<Marketplace>('GET', '/api/connectors');
    assert.equal(marketplace.find(({ connector }) => connector === 'parcels')?.version, version);
    await page.getByRole('status').getByText(`Draft of ${version}, saved`).waitFor();
    const detail = await send<{ versions: { notes?: string }[] }>('GET', '/api/connectors/parcels');
    assert.equal(detail.versions[0]!.notes, 'Contacts can be found by id.');
  });

  it('makes only the first request of an action that sends a file, and says what it did not make and why', async () => {
    const { revision, files } = await folder();
    const action = {
      label: 'Send a file',
      input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
      request: { method: 'POST', path: '/files', body: { json: { size: '{{file.size}}' } } },
      upload: {
        ...{ file: 'file', send: 'body', to: '{{start.place.body.url}}', output: 'finish' },
        afterStart: [{ name: 'place', request: { method: 'POST', path: '/files/{{start.body.id}}/place' } }],
        finish: { method: 'POST', path: '/files/done' },
      },
    };
    const added = { path: 'actions/send-a-file.json', text: JSON.stringify(action, null, 2) };
    await send('PUT', '/api/connector-folders/parcels', { revision, files: [...files, added] });
    await page.goto('/connectors/parcels?part=actions/send-a-file.json');
    await side().getByText('Send has no file. It makes the first request only').waitFor();
    service.requests.splice(0);
    await side().getByRole('button', { name: 'Send' }).click();
    const happened = side().getByRole('group', { name: 'What happened' });
    await happened.getByText('Request "place" before the file').waitFor();
    const stages = await happened.getByRole('listitem').allTextContents();
    assert.deepEqual(
      stages.slice(1).map((stage) => stage.replace(/\s+/g, ' ')),
      [
        'Request "place" before the fileNot made: Send makes the first request only.',
        'The fileNot made: Send has no file.',
        'Request after the fileNot made: It comes after the file, and Send has no file.',
      ],
    );
    assert.match(stages[0]!, /POST .*\/v1\/files200/);
    await checkAccessible(page);
    assert.deepEqual(service.requests, ['POST /v1/files']);
    assert.deepEqual(service.refused, []);
    const { revision: now } = await folder();
    await send('PUT', '/api/connector-folders/parcels', { revision: now, files });
    await page.goto('/connectors/parcels?part=actions/find-a-contact.json');
  });

  it('renames an action with what names it, undoes that in one step, and copies one', async () => {
    const texts = async () => JSON.stringify((await folder()).files);
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename actions/find-a-contact.json' });
    await dialog.getByLabel('Name').fill('Find one');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('such as "find-one"').waitFor();
    await checkAccessible(page);
    await dialog.getByLabel('Name').fill('find-one');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(
      ({ files, problems: found }) => found.length === 0 && files.some(({ path }) => path === 'actions/find-one.json'),
    );
    assert.match((await fileOf('fixtures/find-a-contact.json'))!, /"action": "find-one"/);
    await page.getByRole('heading', { name: 'Find a contact', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(({ files }) => files.some(({ path }) => path === 'actions/find-a-contact.json'));
    assert.ok(!(await texts()).includes('find-one'));
    // It is not the first action, but the part that was open.
    await page.getByRole('heading', { name: 'Find a contact', level: 2 }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('part') === 'actions/find-a-contact.json');
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.waitForURL((url) => url.searchParams.get('part') === 'actions/find-one.json');
    await page.getByRole('heading', { name: 'Find a contact', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL((url) => url.searchParams.get('part') === 'actions/find-a-contact.json');
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Find a contact (copy)', level: 2 }).waitFor();
    await until(({ files }) => files.some(({ path }) => path === 'actions/find-a-contact-copy.json'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(({ files }) => !files.some(({ path }) => path === 'actions/find-a-contact-copy.json'));
    await tree().getByRole('button', { name: 'Find a contact' }).click();
  });

  it('listens for one delivery, shows what the webhook reads of it, and uses it as a sample', async () => {
    await tree().getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Parcel events');
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('heading', { name: 'Parcel events', level: 2 }).waitFor();
    await side().getByRole('button', { name: 'Listen for a delivery' }).click();
    const address = (await side().getByRole('group', { name: 'Address for the delivery' }).textContent())!.trim();
    await side().getByText('Waiting for a delivery …').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'connector-listen');
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"type":' };
    assert.equal((await fetch(address, broken)).status, 400);
    await side().getByText('The webhook cannot read it, so the address takes another one …').waitFor();
    await side().getByRole('group', { name: 'Delivery as it came' }).getByText('{"type":').waitFor();
    await checkAccessible(page);
    const answered = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer canary-delivery-4711' },
      body: JSON.stringify({ type: 'parcel.sent', id: 'p7', parcel: { city: 'Oslo' } }),
    });
    assert.equal(answered.status, 200);
    await side().getByText('A delivery has come.').waitFor();
    const read = await side().getByRole('group', { name: 'As read' }).textContent();
    assert.match(read!, /"event": "parcel\.sent",\s+"deliveryId": "p7"/);
    const raw = await side().getByRole('group', { name: 'Delivery as it came' }).textContent();
    assert.match(raw!, /^POST\n[^]*authorization: ••••/);
    assert.ok(!(await page.content()).includes('canary-delivery-4711'));
    assert.equal((await fetch(address, { method: 'POST', body: '{}' })).status, 404);
    await checkAccessible(page);
    await side().getByRole('button', { name: 'Use as sample' }).click();
    await side().getByText('Kept as fixtures/parcel-events.json').waitFor();
    await problems().getByText('No problems').waitFor();
    assert.ok(!JSON.stringify(await folder()).includes('canary-delivery-4711'));
    await tree().getByRole('button', { name: 'parcel-events.json' }).click();
    await side().getByRole('button', { name: 'Replay all fixtures' }).click();
    await side().getByText('5 of 5 as expected').waitFor();
  });

  it('is usable at every width and with a screen reader', async () => {
    await page.goto('/connectors/parcels?part=actions/find-a-contact.json');
    for (const { width, colorScheme } of [wideLight, narrowDark]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const tab of ['Inputs', 'Request', 'Upload', 'Answer', 'Errors']) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await checkAccessible(page);
        await checkNoSidewaysScroll(page);
      }
      await takePicture(page, `connector-builder-${width}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('adds parts on a phone, and changes how a file is sent without what the other way had', async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['New webhook', 'New action']) {
        await page.getByRole('button', { name, exact: true }).click();
        await page.getByRole('dialog', { name }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await page.getByRole('button', { name: 'New action', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Send a label');
    await page.getByRole('dialog').getByRole('button', { name: 'Add action' }).click();
    await page.getByRole('tab', { name: /^Upload/ }).click();
    await page.getByLabel('This action sends a file').check();
    await checkNoSidewaysScroll(page);
    const path = 'actions/send-a-label.json';
    const action = async () =>
      JSON.parse((await fileOf(path)) ?? '{}') as {
        input?: unknown;
        request?: unknown;
        upload?: Record<string, unknown>;
      };
    const isSavedAs = async (isAsWanted: (upload: Record<string, unknown> | undefined) => boolean) => {
      while (!isAsWanted((await action()).upload)) await page.waitForTimeout(100);
    };
    await isSavedAs((upload) => upload?.['file'] === 'file');
    const file = { type: 'string', title: 'File' };
    assert.deepEqual((await action()).input, { type: 'object', properties: { file }, required: ['file'] });
    // A GET has no body for the file.
    assert.deepEqual((await action()).request, { method: 'POST', path: '/' });
    await isMended();
    await page.getByRole('button', { name: 'Undo' }).click();
    await isSavedAs((upload) => upload === undefined);
    assert.deepEqual((await action()).request, { method: 'GET', path: '/' });
    await page.getByRole('button', { name: 'Redo' }).click();
    await isSavedAs((upload) => upload?.['file'] === 'file');
    await page.getByText('In pieces', { exact: true }).click();
    await page.getByLabel('Piece size (MiB)').fill('8');
    await page.getByRole('textbox', { name: 'How far the service got', exact: true }).fill('response.headers.range');
    await isSavedAs((upload) => upload?.['confirmed'] !== undefined);
    const inPieces = (await action()).upload;
    await page.getByText('As a form', { exact: true }).click();
    await isSavedAs((upload) => upload?.['send'] === 'form');
    assert.deepEqual((await action()).upload, { file: 'file', send: 'form' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await isSavedAs((upload) => upload?.['send'] === 'pieces');
    assert.deepEqual((await action()).upload, inPieces);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await until(({ files }) => !files.some((one) => one.path === path));
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('asks for optional scopes with what they are for, and says which an action needs', async () => {
    const connector = {
      ...{ id: 'vault', name: 'Vault', version: '0.1.0', hosts: ['vault.example'] },
      request: { baseUrl: 'https://vault.example' },
      signIn: {
        ...{ kind: 'oauth2', grant: 'authorizationCode', scopes: ['files.read'] },
        ...{ authorize: { url: 'https://vault.example/agree' }, token: { url: 'https://vault.example/token' } },
      },
    };
    const action = {
      label: 'Store a text',
      input: { type: 'object', properties: {} },
      request: { method: 'POST', path: '/texts' },
    };
    const texts = [
      ['connector.json', JSON.stringify(connector, null, 2)],
      ['actions/store.json', JSON.stringify(action, null, 2)],
      ['README.md', '# Vault\n'],
    ].map(([path, text]) => ({ path, text }));
    await send('POST', '/api/connector-folders', { from: 'files', files: texts });
    const vault = () => send<Folder>('GET', '/api/connector-folders/vault');
    const declared = async (path: string) =>
      JSON.parse((await vault()).files.find((file) => file.path === path)!.text) as {
        signIn: { optionalScopes?: unknown };
        scopes?: unknown;
      };
    await page.goto('/connectors/vault?part=sign-in');
    const group = page.getByRole('group', { name: 'Optional scopes' });
    await group.getByRole('button', { name: 'Add an optional scope' }).click();
    const scope = group.getByRole('textbox', { name: 'Optional scope 1' });
    await scope.fill('files write');
    await group.getByLabel('What it is for').fill('Store files');
    const problem = problems().getByRole('button', { name: /signIn › optionalScopes › 0 › scope/ });
    await problem.waitFor();
    assert.equal(await scope.getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Remove optional scope 1' }).focus();
    await problem.click();
    assert.equal(await scope.evaluate((field) => field === document.activeElement), true);
    await checkAccessible(page);
    await scope.fill('files.write');
    await problem.waitFor({ state: 'detached' });
    await isSaved();
    assert.deepEqual((await declared('connector.json')).signIn.optionalScopes, [
      { scope: 'files.write', description: 'Store files' },
    ]);
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await group.scrollIntoViewIfNeeded();
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `connector-scopes-${width}-${colorScheme}`);
    }

    // Nobody chooses with client credentials: the whole list is wrong, and can be removed.
    await page.getByLabel('Who agrees').selectOption('clientCredentials');
    await group.getByText('With client credentials nobody chooses what to allow').waitFor();
    assert.equal(await scope.getAttribute('aria-invalid'), null);
    await page.getByRole('button', { name: 'Undo' }).click();
    await group.getByText('With client credentials nobody chooses what to allow').waitFor({ state: 'detached' });

    await tree().getByRole('button', { name: 'Store a text' }).click();
    await page.getByRole('tab', { name: /^Request/ }).click();
    const needed = page.getByLabel('Scopes it needs (comma between)');
    await page.getByText('The sign-in has files.read, files.write.').waitFor();
    await needed.fill('files.writ');
    await page.getByRole('tab', { name: 'Request 1 problem' }).waitFor();
    assert.equal(await needed.getAttribute('aria-invalid'), 'true');
    await page.getByRole('tab', { name: /^Errors/ }).click();
    await problems()
      .getByRole('button', { name: /scopes › 0 .*"files.writ"/ })
      .click();
    await needed.waitFor();
    await needed.fill('files.write');
    await page.getByRole('tab', { name: 'Request', exact: true }).waitFor();
    await isSaved();
    assert.deepEqual((await declared('actions/store.json')).scopes, ['files.write']);
    await checkAccessible(page);
    await takePicture(page, 'connector-needed-scopes');
    await page.goto('/connectors/parcels?part=actions/find-a-contact.json&tab=request');
    await page.getByLabel('Path or address').waitFor();
    assert.equal(await needed.count(), 0);
  });

  it('begins a connector from a curl command and from an OpenAPI document, and says what it took', async () => {
    await page.goto('/connectors');
    await page.getByRole('button', { name: 'New connector' }).click();
    const dialog = page.getByRole('dialog', { name: 'New connector' });
    await dialog.getByLabel('Start from').selectOption({ label: 'A curl command' });
    await dialog.getByLabel('Name of the service').fill('Orders');
    await dialog
      .getByLabel('curl command')
      .fill(`curl https://api.shop.example/v1/orders \\\n  -u 'canary_curl_4711:' -d title=Paint`);
    await checkAccessible(page);
    await dialog.getByRole('button', { name: 'Create connector' }).click();
    const notes = page.getByRole('dialog', { name: 'What was taken over, and what was not' });
    await notes.getByText('Taken from the user and password').waitFor();
    await checkAccessible(page);
    await notes.getByRole('button', { name: 'Open the connector' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await tree()
      .getByRole('button', { name: /Post \/v1\/orders/i })
      .waitFor();
    const made = await send<Folder>('GET', '/api/connector-folders/orders');
    assert.ok(!JSON.stringify(made).includes('canary_curl_4711'));

    await page.goto('/connectors');
    await page.getByRole('button', { name: 'New connector' }).click();
    await dialog.getByLabel('Start from').selectOption({ label: 'An OpenAPI document' });
    const pets = { get: { operationId: 'listPets', summary: 'List pets' }, post: { operationId: 'addPet' } };
    const paths = { '/pets': pets, '/owners': { get: { summary: 'List owners' } } };
    const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets' }, paths });
    await dialog.getByLabel('OpenAPI document').fill(document);
    await dialog.getByRole('button', { name: 'Choose operations' }).click();
    await dialog.getByText('3 of 3 chosen').waitFor();
    await dialog.getByLabel('Search operations').fill('pets');
    await dialog.getByText('3 of 3 chosen, 2 found').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'connector-operations');
    await dialog.getByRole('button', { name: 'Choose none found' }).click();
    await dialog.getByText('1 of 3 chosen, 2 found').waitFor();
    await dialog.getByLabel('Search operations').fill('');
    await dialog.getByRole('checkbox', { name: /GET \/owners/ }).uncheck();
    await dialog.getByText('0 of 3 chosen. Choose at least one.').waitFor();
    await dialog.getByRole('button', { name: 'Create connector' }).click();
    await dialog.getByRole('checkbox', { name: /GET \/pets/ }).check();
    await dialog.getByLabel('Sign-in').selectOption('bearer');
    await dialog.getByLabel('Base address (optional)').fill('https://pets.example.com');
    await dialog.getByRole('button', { name: 'Create connector' }).click();
    await page.getByRole('heading', { name: 'Pets', level: 1 }).waitFor();
    await tree().getByRole('button', { name: 'List pets' }).waitFor();
    const { files } = await send<Folder>('GET', '/api/connector-folders/pets');
    const actions = files.filter(({ path }) => path.startsWith('actions/'));
    assert.deepEqual(
      actions.map(({ path }) => path),
      ['actions/list-pets.json'],
    );
    assert.match(files.find(({ path }) => path === 'connector.json')!.text, /"kind": "bearer"/);
  });

  it('signs requests with an access key if that is chosen', async () => {
    await tree()
      .getByRole('button', { name: /^Sign-in/ })
      .click();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Access key (AWS Signature 4)' });
    await problems()
      .getByRole('button', { name: /signIn › region/ })
      .click();
    const region = page.getByLabel('Region');
    assert.equal(await region.evaluate((field) => field === document.activeElement), true);
    assert.equal(await page.getByLabel('Secret access key').inputValue(), '{{account.secretAccessKey}}');
    const fields = ['account', 'region', 'accessKeyId', 'secretAccessKey'].map((name) => ({
      ...{ name, label: name },
      ...(name === 'secretAccessKey' && { secret: true }),
    }));
    await page.getByLabel('Fields').fill(JSON.stringify(fields));
    await page.getByLabel('Service', { exact: true }).fill('S3');
    await problems()
      .getByText(/the name of a service in signatures/)
      .waitFor();
    await page.getByLabel('Service', { exact: true }).fill('s3');
    // The fixture that the OpenAPI document brought still has a token.
    await problems().getByText('1 problem', { exact: true }).waitFor();
    await problems()
      .getByRole('button', { name: /fixtures.*account › token/ })
      .waitFor();
    await checkAccessible(page);
    await isSaved();
  });

  it('deletes a connector in the making after a question', async () => {
    await page.getByRole('button', { name: 'Delete connector' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Pets?' });
    await checkAccessible(page);
    await dialog.getByRole('button', { name: 'Delete connector' }).click();
    await page.getByRole('heading', { name: 'Connectors', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Pets' }).waitFor({ state: 'detached' });
    const gone = await page.request.get('/api/connector-folders/pets');
    assert.equal(gone.status(), 404);
  });

  it('releases for every workspace in the connector workspace, which operators open at /!core', async () => {
    const { files } = await folder();
    const texts = files.map(({ path, text }) => ({
      path,
      text: path === 'connector.json' ? text.replace('"parcels"', '"all-parcels"') : text,
    }));
    await send('POST', '/api/connector-folders?workspace=!core', { from: 'files', files: texts });
    await page.goto('/');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Workflows' }).waitFor();
    await page.getByRole('combobox', { name: 'Workspace' }).selectOption('Connectors (/!core)');
    await pages.getByRole('link', { name: 'Workflows' }).waitFor({ state: 'detached' });
    await page.goto('/!core');
    await page.waitForURL('**/connectors?workspace=*');
    await takePicture(page, 'connector-workspace');
    await checkAccessible(page);
    await page.getByRole('link', { name: 'Parcels' }).click();
    await page.getByRole('button', { name: 'Release' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release a version' });
    await dialog.getByText('Every workspace of this installation will see it in the marketplace.').waitFor();
    await dialog.getByRole('button', { name: /^Release \d/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const { marketplace } = await send<Marketplace>('GET', '/api/connectors');
    assert.ok(marketplace.some(({ connector }) => connector === 'all-parcels'));
  });
});
