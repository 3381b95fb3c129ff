import assert from 'node:assert/strict';
import { checkAccessible } from './page-browser.ts';
import { waitFor } from './product.ts';
import { withReportScene, type ReportScene, type SavedReport } from './report-scene.ts';

interface Ask {
  id: string;
  message: string;
  runId: string;
}

describe('"Tell me when …"', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let report: SavedReport;
  let workflow: string | undefined;

  withReportScene((started) => {
    scene = started;
  });

  before(async () => {
    report = await scene.make('Open tickets', { type: 'ticket', chart: 'number' });
  });

  it('makes a workflow that is on, and opens it', async () => {
    const { page } = scene;
    await page.goto(`/reports/${report.id}`);
    await page.getByRole('button', { name: 'More actions for Open tickets' }).click();
    await page.getByRole('menuitem', { name: 'Tell me when …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make the workflow' }).click();
    await dialog.getByText('Enter the number that matters.').waitFor();
    await dialog.getByRole('textbox', { name: 'The number that matters' }).fill('1');
    await checkAccessible(page);
    await dialog.getByRole('button', { name: 'Make the workflow' }).click();
    await page.waitForURL('**/workflows/*');
    workflow = new URL(page.url()).pathname.split('/').at(-1);
    const all = await scene.get<{ id: string; name: string; on: boolean }[]>('/api/workflows');
    const made = all.find(({ id }) => id === workflow)!;
    assert.deepEqual([made.name, made.on], ['Tell me when Open tickets is above 1', true]);
  });

  it('tells once: while the number stays above, further runs are skipped', async () => {
    // The same with a button, because nobody starts a schedule by hand.
    const all = await scene.get<{ id: string; definition: object }[]>('/api/workflows');
    const { definition } = all.find(({ id }) => id === workflow)!;
    const body = { name: 'By hand', definition: { ...definition, trigger: { kind: 'button' } }, on: true };
    const byHand = await scene.send<{ id: string }>('POST', '/api/workflows', body, 201);
    const start = () => scene.send<{ id: string }>('POST', `/api/workflows/${byHand.id}/runs`, {}, 201);
    const first = await start();
    const asks = async () => (await scene.get<Ask[]>('/api/asks')).filter(({ runId }) => runId === first.id);
    await waitFor('the message', async () => (await asks()).length === 1);
    assert.match((await asks())[0]!.message, /^Open tickets is \d+, above 1\.$/);
    const second = await start();
    await waitFor('the second run to be skipped', async () => {
      const { status } = await scene.get<{ status: string }>(`/api/runs/${second.id}`);
      return status === 'cancelled';
    });
    await scene.send('POST', `/api/runs/${first.id}/cancel`, {}, 202);
    const { revision } = await scene.get<SavedReport>(`/api/reports/${report.id}`);
    const sum = { type: 'ticket', chart: 'number', measures: [{ fn: 'sum', field: 'estimate' }] };
    await scene.send('PATCH', `/api/reports/${report.id}`, { revision, definition: sum });
    const third = await start();
    await waitFor('the run to fail with the reason', async () => {
      const { status, error } = await scene.get<{ status: string; error?: unknown }>(`/api/runs/${third.id}`);
      return status === 'failed' && /no longer has the number count/.test(JSON.stringify(error));
    });
    for (const id of [byHand.id, workflow]) await scene.send('DELETE', `/api/workflows/${id}`, undefined, 204);
  });
});
