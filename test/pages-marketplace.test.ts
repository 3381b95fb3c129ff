import assert from 'node:assert/strict';
import { compileConnector } from '@tallyhook/sdk';
import type { Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, narrowDark, takePicture, wideLight } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

/** A connector of the workspace's own; version 2.0.0 asks for one more input, and brings a template. */
function lettersOf(version: string) {
  const isSecond = version === '2.0.0';
  const properties = { to: { type: 'string' }, ...(isSecond && { reason: { type: 'string' } }) };
  const json = Object.fromEntries(Object.keys(properties).map((name) => [name, `{{${name}}}`]));
  const files: Record<string, unknown> = {
    'connector.json': {
      ...{ id: 'letters', name: 'Letters', version, description: 'Sends letters on paper.', categories: ['mail'] },
      ...{ hosts: ['letters.example'], signIn: { kind: 'none' }, request: { baseUrl: 'https://letters.example' } },
    },
    'actions/send.json': {
      label: 'Send a letter',
      input: { type: 'object', properties, required: Object.keys(properties) },
      request: { method: 'POST', path: '/letters', body: { json }, success: { status: [201] }, output: {} },
    },
    ...(isSecond && {
      'workflows/thanks.json': {
        ...{ name: 'Thank by letter', description: 'Sends a letter when you press a button.' },
        trigger: { kind: 'button' },
        steps: [{ id: 'send', kind: 'action', connector: 'letters', action: 'send', input: { to: 'x', reason: 'y' } }],
      },
    }),
  };
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)] as const);
  const readme = '# Letters\n\nSends **letters**. <img src=x onerror=alert(1)>\n';
  const compiled = compileConnector(new Map([...texts, ['README.md', readme]]));
  assert.ok(compiled.package, JSON.stringify(compiled.problems));
  return compiled.package;
}

/** A connector with a sign-in that asks for more than people must allow. */
function archive() {
  const files: Record<string, unknown> = {
    'connector.json': {
      ...{ id: 'archive', name: 'Archive', version: '1.0.0', hosts: ['archive.example'] },
      request: { baseUrl: 'https://archive.example' },
      signIn: {
        ...{ kind: 'oauth2', grant: 'authorizationCode', scopes: ['files.read'] },
        optionalScopes: [{ scope: 'files.write', description: 'Upload files' }],
        ...{ authorize: { url: 'https://archive.example/agree' }, token: { url: 'https://archive.example/token' } },
      },
    },
    'actions/list.json': {
      ...{ label: 'List files', input: { type: 'object', properties: {} } },
      request: { method: 'GET', path: '/files' },
    },
  };
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)] as const);
  const compiled = compileConnector(new Map([...texts, ['README.md', '# Archive\n']]));
  assert.ok(compiled.package, JSON.stringify(compiled.problems));
  return compiled.package;
}

describe('the Marketplace pages', function () {
  this.timeout(300_000);
  let page: Page;
  let get: ReportScene['get'];
  let send: ReportScene['send'];

  withReportScene((started) => {
    ({ page, get, send } = started);
    return Promise.resolve();
  });

  const cards = () => page.getByRole('list', { name: 'Connectors' }).getByRole('listitem');
  const open = async (name: string) => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Marketplace' }).click();
    await page.getByRole('searchbox', { name: 'Search connectors' }).fill(name);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  it('finds connectors by name, category and state', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or go to' }).fill('Marketplace');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'GitHub', exact: true }).waitFor();
    const all = await cards().count();
    assert.ok(all > 30, `${all} connectors`);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('media');
    await page.getByRole('link', { name: 'YouTube', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'GitHub', exact: true }).count(), 0);
    await page.getByRole('searchbox', { name: 'Search connectors' }).fill('no such thing');
    await page.getByText('Nothing fits what you search for.').waitFor();
    await page.getByRole('button', { name: 'Show all connectors' }).click();
    while ((await cards().count()) !== all) await page.waitForTimeout(50);
    const first = () => cards().first().getByRole('heading').textContent();
    assert.equal(await first(), 'Airtable');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('name-down');
    while ((await first()) !== 'Zoom') await page.waitForTimeout(50);
  });

  it('says what a connector does and asks for, and how it sends files', async () => {
    await open('Google Drive');
    const asks = page.getByRole('region', { name: 'What it asks for' });
    await asks.getByText('https://www.googleapis.com/auth/drive').waitFor();
    await asks.getByText(/^www\.googleapis\.com/).waitFor();
    await page
      .getByText(/^\s*Sends a file in pieces$/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: /Webhooks/ }).click();
    await page.getByRole('table', { name: 'Webhooks' }).waitFor();
    await page.getByRole('tab', { name: 'Read me' }).click();
    await page.getByRole('heading', { level: 3, name: 'Google Drive' }).waitFor();
  });

  it('says which permissions a person may leave out, and what they are for', async () => {
    await send('POST', '/api/connectors/releases', archive(), 201);
    await page.reload();
    await open('Archive');
    const asks = page.getByRole('region', { name: 'What it asks for' });
    const ask = (title: string) => asks.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
    assert.equal(await ask('Permissions').textContent(), 'Permissionsfiles.read');
    assert.equal(
      await ask('Optional permissions').textContent(),
      'Optional permissionsEach can be left out when an account is linked.Upload files (files.write)',
    );
    for (const { width, colorScheme } of [narrowDark, wideLight]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await asks.scrollIntoViewIfNeeded();
      await takePicture(page, `marketplace-archive-${width}-${colorScheme}`);
    }
  });

  it('installs a connector, and shows its text without running anything of it', async () => {
    await send('POST', '/api/connectors/releases', lettersOf('1.0.0'), 201);
    await page.reload();
    await open('Letters');
    await page.getByRole('button', { name: 'Install' }).click();
    await page.getByText('Installed', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Read me' }).click();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  });

  it('says before an update what breaks, and moves only the chosen workflows', async () => {
    const steps = [{ id: 'send', kind: 'action', connector: 'letters', action: 'send', input: { to: 'Ada' } }];
    const definition = { name: 'Letter to Ada', trigger: { kind: 'button' }, steps };
    const made = { name: 'Letter to Ada', definition, on: true };
    const { id } = await send<{ id: string }>('POST', '/api/workflows', made, 201);
    await send('POST', '/api/workflows', { ...made, name: 'Letter to Bob' }, 201);
    await send('POST', '/api/connectors/releases', lettersOf('2.0.0'), 201);
    await page.reload();
    const card = page.getByRole('region', { name: 'Update to 2.0.0' });
    await card.getByText('the action "send" needs the input "reason"').first().waitFor();
    const choice = page.getByRole('checkbox', { name: 'Letter to Ada' });
    assert.equal(await choice.isChecked(), false);
    await checkAccessible(page);
    await takePicture(page, 'marketplace-update');
    await page.getByRole('checkbox', { name: 'Letter to Bob' }).check();
    // What has moved is known later than that the connector is updated.
    await page.route('**/api/installed-connectors/letters/update?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await card.getByRole('button', { name: 'Update to 2.0.0' }).click();
    await page.getByText('stays on 1.0.0').waitFor();
    const older = page.getByRole('region', { name: 'Workflows that stay on an older version' });
    await older.getByRole('checkbox', { name: 'Letter to Ada' }).waitFor();
    assert.equal(await older.getByRole('button', { name: /^Move/ }).count(), 0);
    await page.goto(`/workflows/${id}`);
    await page.getByText('It uses letters 1.0.0. Publishing moves it to 2.0.0.').waitFor();
    await page.goBack();
    await older.getByRole('checkbox', { name: 'Letter to Ada' }).check();
    await older.getByRole('button', { name: 'Move 1 workflow' }).click();
    await older.waitFor({ state: 'detached' });
    assert.equal(await page.getByText('stays on 1.0.0').count(), 0);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('region', { name: 'Version 2.0.0' }).getByText('Breaks').first().waitFor();
  });

  it('starts a draft from a template, on its page and under “New workflow”', async () => {
    await page.getByRole('tab', { name: 'Templates 1' }).click();
    await page.getByRole('button', { name: 'Start from this template: Thank by letter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Thank by letter' }).waitFor();
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByRole('menuitem', { name: /^Thank by letter/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Thank by letter' }).waitFor();
  });

  it('is usable at every width and with a screen reader', async () => {
    for (const path of ['/marketplace', '/marketplace/github', '/marketplace/letters', '/marketplace/google-drive']) {
      await page.goto(path);
      const isDone = page.getByRole('list', { name: 'Connectors' }).or(page.getByRole('region', { name: 'Facts' }));
      await isDone.waitFor();
      for (const { width, colorScheme } of [narrowDark, wideLight]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await checkAccessible(page);
        await checkNoSidewaysScroll(page);
        await takePicture(page, `${path.slice(1).replaceAll('/', '-')}-${width}-${colorScheme}`);
      }
    }
  });

  it('removes a connector after saying what stops, and leaves nothing of it', async () => {
    await send('POST', '/api/connectors/releases', lettersOf('3.0.0'), 201);
    await page.reload();
    await open('Letters');
    await page.getByRole('region', { name: 'Update to 3.0.0' }).waitFor();
    const failed: string[] = [];
    page.on('response', (answer) => answer.status() === 404 && failed.push(answer.url()));
    await page.getByRole('button', { name: /^Remove/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These workflows are turned off:').waitFor();
    await dialog.getByRole('listitem').getByText('Letter to Ada').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAccessible(page);
    }
    await dialog.getByRole('button', { name: 'Remove Letters' }).click();
    await page.getByRole('button', { name: 'Install' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(failed, []);
    const workflows = await get<{ name: string; on: boolean }[]>('/api/workflows');
    assert.equal(workflows.find(({ name }) => name === 'Letter to Ada')!.on, false);
    const installed = await get<{ id: string }[]>('/api/installed-connectors');
    assert.ok(!installed.some(({ id }) => id === 'letters'));
  });
});
