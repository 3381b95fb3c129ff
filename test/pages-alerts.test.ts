import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  looksOrOnly,
  narrowDark,
  takePicture,
  wideLight,
} from './page-browser.ts';
import { waitFor } from './product.ts';
import { withReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

interface Message {
  id: string;
  text: string;
  runId: string;
}

interface Step {
  id: string;
  kind: string;
  steps?: Step[];
  then?: Step[];
  for?: string;
}

describe('"Tell me when …"', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let report: SavedReport;
  let workflow: string | undefined;
  let byHand: string;

  // The product is shared: workflows that stay would go on.
  after(async () => {
    for (const id of [byHand, workflow]) await scene.send('DELETE', `/api/workflows/${id}`, undefined, 204);
  });

  withReportScene((started) => {
    scene = started;
    ({ page } = started);
  });

  before(async () => {
    report = await scene.make('Open tickets', { type: 'ticket', chart: 'number' });
    const [newest] = (await scene.get<{ messages: Message[] }>('/api/messages')).messages;
    if (newest !== undefined) await scene.send('POST', '/api/messages/read', { upTo: newest.id }, 204);
  });

  const start = () => scene.send<{ id: string }>('POST', `/api/workflows/${byHand}/runs`, {}, 201);
  const statusOf = async (id: string) => (await scene.get<{ status: string }>(`/api/runs/${id}`)).status;
  const messagesOf = async (runId: string) =>
    (await scene.get<{ messages: Message[] }>('/api/messages')).messages.filter((one) => one.runId === runId);
  const ask = async (definition: object) => {
    const { revision } = await scene.get<SavedReport>(`/api/reports/${report.id}`);
    await scene.send('PATCH', `/api/reports/${report.id}`, { revision, definition });
  };

  it('makes a workflow that is on, and opens it', async () => {
    await page.goto(`/reports/${report.id}`);
    await page.getByRole('button', { name: 'More actions for Open tickets' }).click();
    await page.getByRole('menuitem', { name: 'Tell me when …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make the workflow' }).click();
    await dialog.getByText('Enter the number that matters.').waitFor();
    await dialog.getByRole('textbox', { name: 'The number that matters' }).fill('1');
    assert.equal(await dialog.getByRole('checkbox', { name: 'Tell me also when it is back' }).isChecked(), true);
    await checkAccessible(page);
    await takePicture(page, 'alert-dialog');
    await dialog.getByRole('button', { name: 'Make the workflow' }).click();
    await page.waitForURL('**/workflows/*');
    workflow = new URL(page.url()).pathname.split('/').at(-1);
    const all =
      await scene.get<{ id: string; name: string; on: boolean; definition: { steps: Step[] } }[]>('/api/workflows');
    const made = all.find(({ id }) => id === workflow)!;
    assert.deepEqual([made.name, made.on], ['Tell me when Open tickets is above 1', true]);
    await page
      .getByRole('button', { name: /Tell me/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Who gets it (comma between)' }).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Report' }).inputValue(), report.id);
    await checkAccessible(page);
    await takePicture(page, 'builder-tell-person');
    // The same with a button and a short pause, because nobody starts a schedule by hand.
    const steps = withPause(made.definition.steps, '1s');
    const body = { name: 'By hand', definition: { ...made.definition, trigger: { kind: 'button' }, steps }, on: true };
    byHand = (await scene.send<{ id: string }>('POST', '/api/workflows', body, 201)).id;
  });

  let first: string;
  const unread = () => page.getByRole('link', { name: /^Inbox/ });
  const row = (text: RegExp) => page.getByRole('row').filter({ hasText: text });

  it('tells in the inbox while it is open', async () => {
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    first = (await start()).id;
    await row(/Unread: Open tickets is \d+, above 1\./).waitFor();
    await waitFor(
      'the count in the navigation',
      async () => (await unread().textContent())?.includes('1unread') === true,
    );
    for (const look of [wideLight, narrowDark].filter((one) => looksOrOnly(one).includes(one))) {
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await checkAccessible(page);
      await checkNoSidewaysScroll(page);
      await takePicture(page, `inbox-${look.width}-${look.colorScheme}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('opens the report from the message, which is then read', async () => {
    await page.getByRole('link', { name: /^Open tickets is/ }).click();
    await page.waitForURL(`**/reports/${report.id}?**`);
    await page.getByRole('heading', { name: 'Open tickets' }).waitFor();
    await unread().click();
    await row(/Open tickets is/)
      .getByRole('button', { name: /^Mark as unread/ })
      .waitFor();
    await waitFor('the count to go', async () => (await unread().textContent()) === 'Inbox');
    await row(/Open tickets is/)
      .getByRole('button', { name: /^Mark as unread/ })
      .click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await row(/Open tickets is/)
      .getByRole('button', { name: /^Mark as unread/ })
      .waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  });

  it('tells once: while the number stays above, further runs are skipped', async () => {
    const second = await start();
    await waitFor('the second run to be skipped', async () => (await statusOf(second.id)) === 'cancelled');
    assert.equal((await messagesOf(first)).length, 1);
    assert.ok(['running', 'waiting'].includes(await statusOf(first)));
  });

  it('tells when the number is back, and ends', async () => {
    const none = { field: 'title', op: 'eq', value: 'No ticket is called this' } as const;
    await ask({ type: 'ticket', chart: 'number', filter: { and: [none] } });
    await waitFor('the end of the run', async () => (await statusOf(first)) === 'completed');
    const texts = (await messagesOf(first)).map(({ text }) => text);
    assert.deepEqual(texts, ['Open tickets is back at 0.', texts[1]]);
    await row(/Unread: Open tickets is back at 0\./).waitFor();
  });

  it('shows where a message leads outside, and the branch that it is about', async () => {
    await scene.send('POST', '/api/branches', { name: 'alerts' }, 201);
    const tell = {
      ...{ id: 'tell', kind: 'tellPerson', message: 'Look at\nthe parcel', to: ['owner@example.com'] },
      link: 'https://parcels.example.org/7',
    };
    const definition = { name: 'Parcels', trigger: { kind: 'button' }, steps: [tell] };
    const body = { name: 'Parcels', definition };
    const { id } = await scene.send<{ id: string }>('POST', '/api/workflows?branch=alerts', body, 201);
    await scene.send('PATCH', `/api/workflows/${id}/settings?branch=alerts`, { on: true });
    const run = await scene.send<{ id: string }>('POST', `/api/workflows/${id}/runs?branch=alerts`, {}, 201);
    await row(/the parcel/)
      .getByText('alerts', { exact: true })
      .waitFor();
    await takePicture(page, 'inbox-link');
    for (const name of ['parcels.example.org', 'Look at the parcel']) {
      const link = row(/the parcel/).getByRole('link', { name });
      assert.deepEqual([await link.getAttribute('href'), await link.getAttribute('rel')], [tell.link, 'noreferrer']);
    }
    await row(/the parcel/)
      .getByRole('link', { name: 'Parcels', exact: true })
      .click();
    await page.waitForURL((url) => url.pathname === `/runs/${run.id}` && url.searchParams.get('branch') === 'alerts');
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await takePicture(page, 'run-told');
    await scene.send('DELETE', '/api/branches/alerts', undefined, 204);
    await page.goto('/inbox');
    await row(/the parcel/)
      .getByText('Its branch was deleted.')
      .waitFor();
  });

  it('fails with the reason once the report has another number', async () => {
    await ask({ type: 'ticket', chart: 'number', measures: [{ fn: 'sum', field: 'estimate' }] });
    const third = await start();
    await waitFor('the run to fail with the reason', async () => {
      const { status, error } = await scene.get<{ status: string; error?: unknown }>(`/api/runs/${third.id}`);
      return status === 'failed' && /no longer has the number count/.test(JSON.stringify(error));
    });
  });
});

/** The same steps with another pause between the looks. */
function withPause(steps: Step[], pause: string): Step[] {
  return steps.map((step) => ({
    ...step,
    ...(step.kind === 'wait' && { for: pause }),
    ...(step.then && { then: withPause(step.then, pause) }),
    ...(step.steps && { steps: withPause(step.steps, pause) }),
  }));
}
