import assert from 'node:assert/strict';
import { compileConnector } from '@tallyhook/sdk';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, narrowDark, takePicture, wideLight } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

/** A service that signs its deliveries with the key of the account. */
function signedBells() {
  const files: Record<string, unknown> = {
    'connector.json': {
      ...{ id: 'bells', name: 'Bells', version: '1.0.0', hosts: ['bells.example'] },
      signIn: { kind: 'bearer', token: '{{account.token}}' },
      account: {
        fields: [
          { name: 'name', label: 'Name' },
          { name: 'token', label: 'Token', secret: true },
        ],
        ...{ label: '{{account.name}}', externalId: '{{account.name}}' },
      },
      request: { baseUrl: 'https://bells.example' },
    },
    'webhooks/rung.json': {
      ...{ label: 'Rung', event: 'rung', deliveryId: '{{event.body.id}}', missingId: 'refuse', account: 'address' },
      signature: { algorithm: 'hmacSha256', key: '{{account.token}}', signature: { header: 'x-signature' } },
    },
  };
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)] as const);
  const compiled = compileConnector(new Map([...texts, ['README.md', '# Bells\n']]));
  assert.ok(compiled.package, JSON.stringify(compiled.problems));
  return compiled.package;
}

/** A service with OAuth 2, released by the workspace itself. */
function ownVault() {
  const files: Record<string, unknown> = {
    'connector.json': {
      ...{ id: 'vault', name: 'Vault', version: '1.0.0', hosts: ['vault.example'] },
      request: { baseUrl: 'https://vault.example' },
      signIn: {
        ...{ kind: 'oauth2', grant: 'authorizationCode', scopes: ['files.read'] },
        ...{ authorize: { url: 'https://vault.example/agree' }, token: { url: 'https://vault.example/token' } },
      },
    },
    'actions/list.json': {
      ...{ label: 'List files', input: { type: 'object', properties: {} } },
      request: { method: 'GET', path: '/files' },
    },
  };
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)] as const);
  const compiled = compileConnector(new Map([...texts, ['README.md', '# Vault\n']]));
  assert.ok(compiled.package, JSON.stringify(compiled.problems));
  return compiled.package;
}

describe('the Integrations page', function () {
  this.timeout(240_000);
  let page: Page;
  let get: ReportScene['get'];
  let send: ReportScene['send'];

  withReportScene((started) => {
    ({ page, get, send } = started);
    return Promise.resolve();
  });

  const install = (id: string) => send('POST', '/api/connectors', { id }, 201);

  const addressOf = (label: string) => page.getByRole('row', { name: label }).locator('code');
  const more = async (label: string, item: string) => {
    await page.getByRole('button', { name: `More for ${label}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('links an account with what the connector asks for', async () => {
    await install('http');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Link account of HTTP' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('crm');
    await dialog.getByLabel('Host').fill('api.example.com');
    await dialog.getByRole('button', { name: 'Link account' }).click();
    await page.getByRole('rowheader', { name: /crm/ }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.match((await addressOf('crm').first().textContent())!, /\/hooks\/http\/.{30,}$/);
  });

  it('changes the webhook address of an account', async () => {
    const before = await addressOf('crm').first().textContent();
    await more('crm', 'Change webhook address');
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    while ((await addressOf('crm').first().textContent()) === before) await page.waitForTimeout(50);
  });

  it('switches the verification of signatures on and off, where all deliveries are signed', async () => {
    await send('POST', '/api/connectors/releases', signedBells(), 201);
    await install('bells');
    await send(
      'POST',
      '/api/accounts',
      { connector: 'bells', fields: { name: 'The bell', token: 'a long token' }, shared: true },
      201,
    );
    await page.reload();
    await more('The bell', 'Verify signatures of deliveries');
    const bell = page.getByRole('rowheader', { name: /The bell/ });
    await bell.getByText('signatures verified').waitFor();
    await more('The bell', 'Accept deliveries without a signature');
    await bell.getByText('signatures verified').waitFor({ state: 'detached' });
    // The menu before fades away, and has the same items.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More for crm' }).click();
    await page.getByRole('menuitem', { name: 'Connect again' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: /signature/ }).count(), 0);
    await page.keyboard.press('Escape');
  });

  it('says who sets the OAuth client before anybody can sign in', async () => {
    await install('slack');
    await page.reload();
    await page.getByRole('button', { name: 'Link account of Slack' }).click();
    await page.getByText('There is no OAuth client for Slack yet.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the OAuth client' }).click();
    const dialog = page.getByRole('dialog', { name: 'OAuth client for Slack' });
    await dialog.getByText(/\/oauth\/callback$/).waitFor();
    await dialog.getByLabel('Client id').fill('an-app');
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill('a-secret');
    await dialog.getByRole('button', { name: 'Save client' }).click();
    await page.getByRole('button', { name: 'Sign in at Slack' }).waitFor();
    await page.getByRole('dialog', { name: /^Link/ }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('says in the dialog what the OAuth client is for, and that of an own release needs its own', async () => {
    await send('POST', '/api/connectors/releases', ownVault(), 201);
    await install('vault');
    await page.reload();
    const clientOf = (name: string, button: string) =>
      page.getByRole('region', { name, exact: true }).getByRole('button', { name: button }).click();
    const register = (name: string) =>
      `Register an app at ${name} and enter what it gives you. Register this address there as the redirect address:`;
    await clientOf('Slack', 'OAuth client');
    const shipped = page.getByRole('dialog', { name: 'OAuth client for Slack' });
    await shipped.getByText(register('Slack'), { exact: true }).waitFor();
    await shipped.getByText(/\/oauth\/callback$/).waitFor();
    assert.equal(await shipped.getByLabel('Client id').inputValue(), 'an-app');
    const secret = shipped.getByRole('textbox', { name: 'Client secret' });
    assert.equal(await secret.inputValue(), '');
    await shipped.getByText('Stored encrypted, and never shown again.').waitFor();
    await checkAccessible(page);
    await shipped.getByRole('button', { name: 'Cancel' }).click();
    await shipped.waitFor({ state: 'detached' });

    await clientOf('Vault', 'Set the OAuth client');
    const own = page.getByRole('dialog', { name: 'OAuth client for Vault' });
    const reason = 'This workspace releases this connector itself, so it needs its own client.';
    await own.getByText(`${reason} ${register('Vault')}`, { exact: true }).waitFor();
    assert.equal(await own.getByLabel('Client id').inputValue(), '');
    assert.equal(await own.getByRole('button', { name: 'Remove client' }).count(), 0);
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
      await takePicture(page, `integrations-client-${width}-${colorScheme}`);
    }
    await own.getByRole('button', { name: 'Cancel' }).click();
    await own.waitFor({ state: 'detached' });
  });

  it('removes the OAuth client after saying what stops', async () => {
    await page.getByRole('region', { name: 'Slack' }).getByRole('button', { name: 'OAuth client' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the OAuth client for Slack?' });
    await dialog.getByText(/^Accounts that were linked with it stop working when their tokens end\./).waitFor();
    await checkAccessible(page);
    await takePicture(page, 'integrations-client-remove');
    await dialog.getByRole('button', { name: 'Remove client' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Slack' }).getByRole('button', { name: 'Set the OAuth client' }).waitFor();
    const { clients } = await get<{ clients: { connector: string }[] }>('/api/connector-clients');
    assert.ok(!clients.some(({ connector }) => connector === 'slack'));
  });

  it('finds connectors by name and id, and accounts by label, once there are more than a few', async () => {
    const box = page.getByRole('searchbox', { name: 'Search connectors and accounts' });
    const shown = async () => (await page.getByRole('main').getByRole('region').all()).length;
    const more = ['airtable', 'asana', 'google-drive'];
    for (const id of more) await install(id);
    await page.reload();
    await box.waitFor();
    const all = await shown();
    assert.ok(all > 5, `${all} connectors`);
    await box.fill('DRIVE google-');
    await page.getByText(`1 of ${all}`, { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Google Drive' }).waitFor();
    await box.fill('crm');
    await page.getByRole('region', { name: 'HTTP' }).getByRole('rowheader', { name: /crm/ }).waitFor();
    await page.getByRole('region', { name: 'Google Drive' }).waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.searchParams.get('find') === 'crm');
    await page.reload();
    assert.equal(await box.inputValue(), 'crm');
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `integrations-found-${width}-${colorScheme}`);
    }
    await box.fill('no such thing');
    await page.getByText('No connector and no account has these words in its name.').waitFor();
    await checkAccessible(page);
    await page.getByRole('button', { name: 'Show all connectors' }).click();
    await page.getByText(`${all} connectors`, { exact: true }).waitFor();
    // The product is shared with other tests.
    for (const id of [...more, 'vault']) await send('DELETE', `/api/installed-connectors/${id}`, undefined);
    await page.reload();
  });

  it('says when a sign-in is not known any more', async () => {
    await page.goto(`${new URL(page.url()).origin}/oauth/callback?state=made-up&code=x`);
    await page.getByText('This sign-in was finished before, has expired, or was begun by somebody else.').waitFor();
    await page.getByRole('link', { name: 'Go to Integrations' }).click();
  });

  it('lists what services send because workflows subscribed to it', async () => {
    const [account] = await get<{ id: string; externalId: string }[]>('/api/accounts?connector=github');
    const subscribe = { owner: account!.externalId, repository: 'tickets', events: ['issues'] };
    const trigger = { kind: 'connector', connector: 'github', events: ['*'], subscribe };
    const definition = { name: 'Watch', trigger, steps: [{ id: 'find', kind: 'findRecords', type: 'ticket' }] };
    const { id } = await send<{ id: string }>('POST', '/api/workflows', { name: 'Watch', definition }, 201);
    await send('PATCH', `/api/workflows/${id}/settings`, { on: true, accounts: { github: account!.id } });
    const row = page.getByRole('region', { name: 'Subscriptions at GitHub' }).getByRole('row', { name: /^Events/ });
    await page.goto('/integrations');
    await row.getByText(`Events, ${account!.externalId}, tickets`).waitFor();
    while (!(await row.getByText('Active').isVisible())) {
      await page.waitForTimeout(500);
      await page.reload();
      await row.waitFor();
    }
    await checkAccessible(page);
    await takePicture(page, 'integrations-subscriptions');
    await page.setViewportSize({ width: 390, height: 800 });
    const used = page.getByRole('rowheader', { name: new RegExp(account!.externalId) });
    await used.getByText('Used by').first().waitFor();
    await used.getByRole('link', { name: 'Watch' }).waitFor();
    await checkNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await send('DELETE', `/api/workflows/${id}`, undefined, 204);
  });

  it('is usable at every width and with a screen reader', async () => {
    await page.getByRole('rowheader', { name: /crm/ }).waitFor();
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `integrations-${width}-${colorScheme}`);
    }
  });

  it('removes an account after saying what stops', async () => {
    await more('crm', 'Remove');
    await page.getByText('No workflow that is on uses it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('region', { name: 'HTTP' }).getByText('No account is linked yet.').waitFor();
  });
});
