import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openStore } from '@tallyhook/store';
import { takeSend } from '@tallyhook/store/runs';
import {
  checkAccessible,
  checkNoSidewaysScroll,
  looksOrOnly,
  narrowDark,
  takePicture,
  wideLight,
} from './page-browser.ts';
import { mongodbUri } from './product.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

const branch = 'wait-pages';

interface Saved {
  id: string;
}

describe('the pages of deliveries, questions and decisions', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;
  let address: string;

  // The product is shared: a branch that stays would show in its branch picker.
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
    const orders = {
      name: 'Approve orders',
      trigger: { kind: 'address', conditions: [{ path: 'total', op: 'gt', value: 10 }] },
      steps: [
        {
          id: 'approval',
          kind: 'askPerson',
          message: 'Accept the order over {{trigger.payload.total}}?',
          inputs: [
            { name: 'verdict', label: 'Verdict', kind: 'choice', options: ['Accept', 'Refuse'], required: true },
          ],
        },
      ],
    };
    const { id } = await save(orders);
    await scene.send('PATCH', `/api/workflows/${id}/settings?branch=${branch}`, { on: true });
    const activity = await scene.get<{ workflowId: string; address: string }[]>(
      `/api/workflow-activity?branch=${branch}`,
    );
    address = activity.find(({ workflowId }) => workflowId === id)!.address;
  });

  const save = (definition: { name: string }) =>
    scene.send<Saved>('POST', `/api/workflows?branch=${branch}`, { name: definition.name, definition }, 201);

  async function order(total: number, key: string): Promise<void> {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-api-token': 'very secret' },
      body: JSON.stringify({ total }),
    });
    assert.equal(answer.status, 200, await answer.text());
  }
  const comment = {
    id: 'comment',
    kind: 'action',
    connector: 'github',
    action: 'comment-on-issue',
    input: { owner: 'octo', repository: 'hello', number: 1, body: 'Hello' },
  };
  async function beginSend(runId: string, stepId: string): Promise<void> {
    const store = await openStore({ uri: await mongodbUri(scene.product), databasePrefix: 'tallyhook' });
    const [workspace] = await scene.get<Saved[]>('/api/workspaces');
    const key = { workspaceId: workspace!.id, runId, stepId, item: '' };
    await takeSend(store, key, { request: 'POST api.github.com', at: new Date() });
    await store.close();
  }
  const pages = () => page.getByRole('navigation', { name: 'Pages' });
  const waiting = (count: number) => pages().getByRole('link', { name: `${count} waiting for you` });
  const status = (word: string) => page.getByText(word, { exact: true }).first();

  it('show what came to the own address of a workflow, and why it started nothing', async () => {
    await order(5, 'order-1');
    await order(20, 'order-2');
    await order(20, 'order-2');
    await order(21, 'order-1');
    await page.goto(`/deliveries?branch=${branch}`);
    const rows = page.getByRole('table').getByRole('row');
    await rows.filter({ hasText: 'order-1' }).getByText('Started nothing').waitFor();
    await rows.filter({ hasText: 'order-2' }).getByText('Started 1 run, came again once').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'deliveries');
    await page.getByLabel("Sender's id").fill('order-1');
    await page.getByLabel("Sender's id").press('Enter');
    await rows.filter({ hasText: 'order-2' }).waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'Same id, another body' }).waitFor();
    await rows.filter({ hasText: 'Started nothing' }).getByRole('link').click();
    await page.getByText(/No workflow that was on takes "received"/).waitFor();
    await page
      .getByRole('region', { name: /^Other content of/ })
      .getByText('+   "total": 21')
      .waitFor();
    await page.getByRole('tabpanel').getByText('"total": 5').waitFor();
    await page.getByRole('tab', { name: /Headers/ }).click();
    await page.getByText('"idempotency-key": "order-1"').waitFor();
    assert.equal(await page.getByText('very secret').count(), 0);
    await checkAccessible(page);
    await takePicture(page, 'delivery');
  });

  it('ask the question of a run, and go on with the answer', async () => {
    await page.goto(`/runs?branch=${branch}`);
    await waiting(1).click();
    await page.waitForURL((url) => url.searchParams.get('status') === 'waiting');
    await checkAccessible(page);
    assert.match((await page.getByRole('link', { name: 'Export' }).getAttribute('href'))!, /run-export.*branch=/);
    await page.getByRole('link', { name: 'Accept the order over 20?' }).click();
    await page.getByRole('button', { name: 'Tell me when it ends' }).click();
    await page.getByRole('button', { name: 'Watching' }).waitFor();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('A value is needed.').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'run-asks');
    await page.getByLabel('Verdict').selectOption('Accept');
    await page.getByRole('button', { name: 'Answer' }).click();
    await status('Completed').waitFor();
    await page.getByText('"verdict": "Accept"').waitFor({ state: 'attached' });
  });

  it('replay a delivery as the next attempt, whatever its conditions say', async () => {
    await page.goto(`/deliveries?branch=${branch}&find=order-2`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Replay 1 delivery' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Workflow').selectOption({ label: 'Approve orders' });
    await checkAccessible(page);
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('heading', { name: 'Steps' }).waitFor();
    await page.getByRole('definition').filter({ hasText: /^2$/ }).waitFor();
    await page.getByRole('button', { name: 'Answer' }).waitFor();
    const [first, second] = (
      await scene.get<{ runs: { attempt: number }[] }>(`/api/runs?branch=${branch}&find=order-2`)
    ).runs;
    assert.deepEqual([first?.attempt, second?.attempt], [2, 1]);
  });

  it('decide about a step that may have done something, and go on', async () => {
    const { id } = await save({
      name: 'Comment',
      trigger: { kind: 'button' },
      steps: [
        comment,
        { id: 'note', kind: 'createRecord', type: 'note', fields: { title: 'Comment {{steps.comment.output.id}}' } },
      ],
    } as never);
    const run = await scene.send<Saved>('POST', `/api/workflows/${id}/runs?branch=${branch}`, {}, 201);
    await page.goto(`/runs/${run.id}?branch=${branch}`);
    await status('Failed').waitFor();
    // As a worker leaves it that died after it began to send.
    await beginSend(run.id, 'comment');
    await page.reload();
    await page.getByText('This step may have done something. What shall happen?').waitFor();
    await page.getByLabel('It is done, go on').check();
    await page.getByLabel('Output for later steps (optional)').fill('{"id": 77}');
    await checkAccessible(page);
    await takePicture(page, 'run-decides');
    await page.getByRole('button', { name: 'It is done, go on' }).click();
    await page.waitForURL((url) => !url.href.includes(run.id));
    await page.getByRole('term').filter({ hasText: 'Took' }).waitFor();
    const notes = await scene.get<{ records: object[] }>(`/api/records?type=note&branch=${branch}`);
    assert.equal(notes.records.filter((note) => JSON.stringify(note).includes('Comment 77')).length, 1);
    await page.goBack();
    await page.getByText(/^Decided on/).waitFor();
  });

  it('lead from the count in the navigation to what it counts, and from the name beside it to all runs', async () => {
    const { id } = await save({
      name: 'Letter',
      trigger: { kind: 'button' },
      steps: [{ id: 'ask', kind: 'askPerson', message: 'Send the letter?', inputs: [] }, comment],
    } as never);
    const run = await scene.send<Saved>('POST', `/api/workflows/${id}/runs?branch=${branch}`, {}, 201);
    await page.goto(`/runs?branch=${branch}`);
    await page.getByRole('link', { name: 'Send the letter?' }).click();
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    // As a worker leaves it that died after it began to send.
    await beginSend(run.id, 'comment');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await status('Failed').waitFor();
    await page.goto(`/runs?branch=${branch}`);
    const list = page.getByRole('table').last();
    await list.getByRole('link', { name: 'Approve orders' }).first().waitFor();
    // A question, and a decision.
    await page.goto(`/inbox?branch=${branch}`);
    await page.getByRole('link', { name: 'Accept the order over 20?' }).waitFor();
    await page.getByRole('link', { name: '1 run waits for a decision' }).waitFor();
    await checkAccessible(page);
    await takePicture(page, 'inbox-waiting');
    await waiting(2).click();
    await page.waitForURL((url) => url.searchParams.get('undecided') === 'true');
    await list.getByRole('link', { name: 'Approve orders' }).first().waitFor({ state: 'detached' });
    await list.getByRole('link', { name: 'Letter' }).waitFor();
    await page.getByRole('link', { name: 'Accept the order over 20?' }).waitFor();
    const only = page.getByRole('button', { name: 'Waiting for a decision' });
    assert.equal(await only.getAttribute('aria-pressed'), 'true');
    await checkAccessible(page);
    for (const { width, colorScheme } of [narrowDark, { width: 900, colorScheme: 'light' as const }, wideLight]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await checkNoSidewaysScroll(page);
      await takePicture(page, `runs-waiting-${width}-${colorScheme}`);
    }
    await pages().getByRole('link', { name: 'Runs', exact: true }).click();
    await list.getByRole('link', { name: 'Approve orders' }).first().waitFor();
  });

  for (const { width, colorScheme } of looksOrOnly(wideLight)) {
    it(`are accessible and fit, ${colorScheme} and ${width} px wide`, async () => {
      const viewport = { width, height: 800 };
      const one = await scene.browser.openSignedIn(`/deliveries?branch=${branch}`, { viewport, colorScheme });
      await one.getByRole('table').getByText('Started nothing').waitFor();
      await checkAccessible(one);
      await checkNoSidewaysScroll(one);
      await takePicture(one, `deliveries-${width}-${colorScheme}`);
      await one.context().close();
    });
  }

  it('delete deliveries after a question, and say which stay; only for those who manage', async () => {
    await page.goto(`/deliveries?branch=${branch}`);
    // The product is shared: others have deliveries too.
    const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'order-' });
    const boxes = rows.getByRole('checkbox', { name: /^Choose/ });
    await boxes.nth(2).waitFor();
    for (const box of await boxes.all()) await box.check();
    await page.getByRole('button', { name: 'Delete 3 deliveries' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 deliveries?' });
    await checkAccessible(page);
    await takePicture(page, 'deliveries-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await boxes.count(), 3);
    await page.getByRole('button', { name: 'Delete 3 deliveries' }).click();
    await dialog.getByRole('button', { name: 'Delete 3 deliveries' }).click();
    const stays = page.getByRole('dialog', { name: '1 delivery stays' });
    await stays.getByText('Runs that it started have not ended. Delete it after that.').waitFor();
    await stays.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('cell', { name: 'order-1' }).first().waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'order-2' }).waitFor();
    const left = () => scene.get<{ deliveries: { deliveryId: string }[] }>(`/api/deliveries?branch=${branch}`);
    assert.deepEqual(
      (await left()).deliveries.map(({ deliveryId }) => deliveryId).filter((one) => one.startsWith('order-')),
      ['order-2'],
    );

    await order(5, 'order-3');
    await page.goto(`/deliveries?branch=${branch}&find=order-3`);
    await page.getByRole('rowheader').getByRole('link').click();
    const buttons = page.getByRole('main').getByRole('button');
    await buttons.filter({ hasText: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 delivery' }).click();
    await page.waitForURL((url) => url.pathname === '/deliveries');
    await page.getByRole('cell', { name: 'order-2' }).waitFor();
    assert.equal(await page.getByRole('cell', { name: 'order-3' }).count(), 0);
    const [{ id } = { id: '' }] = (await scene.get<{ deliveries: Saved[] }>('/api/deliveries')).deliveries;
    const other = await scene.arrive(`/deliveries/${id}?branch=${branch}`, 'member');
    await other.getByRole('button', { name: 'Replay' }).waitFor();
    assert.equal(await other.getByRole('button', { name: 'Delete' }).count(), 0);
    await other.context().close();
  });
});
