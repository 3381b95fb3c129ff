import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { checkAccessible, checkNoSidewaysScroll, looksOrOnly, takePicture, wideLight } from './page-browser.ts';
import { withReportScene, type ReportScene } from './report-scene.ts';

const branch = 'builder-pages';

interface Saved {
  id: string;
  name: string;
  definition: { trigger: object; steps: object[] };
}

interface Account {
  connector: string;
  externalId: string;
}

describe('the workflow builder', function () {
  this.timeout(300_000);
  let scene: ReportScene;
  let page: Page;

  // The product is shared: a branch that stays would show in its branch picker.
  after(() => scene.send('DELETE', `/api/branches/${branch}`, undefined, 204));

  withReportScene(async (started) => {
    scene = started;
    ({ page } = scene);
    await scene.send('POST', '/api/branches', { name: branch }, 201);
    await scene.send('POST', '/api/connectors', { id: 'slack' }, 201);
    // An event that came before is the sample that values are picked from.
    await deliver('builder-sample', 'Spelling');
  });

  /** An event of GitHub comes. The demo's workflow must not run with it. */
  async function deliver(id: string, title: string): Promise<void> {
    const demo = (await scene.get<Saved[]>('/api/workflows')).find(({ name }) =>
      name.startsWith('Tell issue authors'),
    )!;
    const turn = (on: boolean) => scene.send('PATCH', `/api/workflows/${demo.id}/settings`, { on });
    const [github] = (await scene.get<Account[]>('/api/accounts')).filter(({ connector }) => connector === 'github');
    await turn(false);
    await scene.page.request.fetch('/hooks/github', {
      method: 'POST',
      headers: { 'x-github-event': 'issues', 'x-github-delivery': id },
      data: {
        action: 'opened',
        issue: { number: 7, title },
        repository: { name: 'hello-world', owner: { login: github!.externalId } },
      },
    });
    await turn(true);
  }

  const panel = () => page.getByRole('complementary');
  const saved = () => page.getByRole('status').getByText('Draft saved').waitFor();
  async function begin(template: string): Promise<void> {
    await page.goto(`/workflows?branch=${branch}`);
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByRole('menuitem', { name: template }).click();
    await page.getByRole('heading', { name: 'What starts it' }).waitFor();
  }
  async function add(where: string, what: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: where }).click();
    await page.getByRole('menuitem', { name: what }).click();
  }
  /** Types a text and inserts a value found by words. */
  async function insert(field: Locator, label: string, words: string): Promise<void> {
    await field.press('End');
    await panel()
      .getByRole('button', { name: `Insert value into ${label}`, exact: true })
      .click();
    await page.getByRole('combobox', { name: 'Search values' }).fill(words);
    await page.getByRole('listbox', { name: 'Values' }).getByRole('option').first().waitFor();
    await page.getByRole('combobox', { name: 'Search values' }).press('Enter');
  }

  it('lets a newcomer build: new issue, count open tickets, comment, and tell Slack if there are many', async () => {
    await begin('Empty workflow');
    await panel().getByLabel('Name of the workflow').fill('Answer issues');
    await panel().getByLabel('Starts with').selectOption('An event in a service');
    await panel().getByLabel('Connector', { exact: true }).selectOption('GitHub');
    await panel()
      .getByLabel(/^Events/)
      .fill('issues.opened');
    await panel().getByLabel('Account').selectOption({ index: 1 });

    await add('Add a step at the end', /^Run report/);
    await panel().getByLabel('Report').selectOption('Open tickets by status');

    await add('Add a step at the end', /^Do something in a service/);
    await panel().getByLabel('Connector', { exact: true }).selectOption('GitHub');
    await panel().getByLabel('Action', { exact: true }).selectOption('Comment on an issue');
    for (const [label, words] of [
      ['Owner', 'payload owner login'],
      ['Repository', 'payload repository name'],
      ['Number', 'payload issue number'],
    ] as const)
      await insert(panel().getByLabel(label, { exact: true }), label, words);
    await panel().getByLabel('Comment', { exact: true }).fill('Thanks! Open tickets: ');
    await insert(panel().getByLabel('Comment', { exact: true }), 'Comment', 'output overall count');
    await takePicture(page, 'workflow-builder-action');

    await add('Add a step at the end', /^If/);
    await insert(panel().getByLabel('Value', { exact: true }), 'Value', 'overall count');
    await panel().getByLabel('Comparison').selectOption('is more than');
    await panel().getByLabel('Compare with', { exact: true }).fill('10');
    await page.getByRole('button', { name: '1 problem', exact: false }).first().waitFor();
    await add('Add a step at the end inside step 3, Yes', /^Do something in a service/);
    await panel().getByLabel('Connector', { exact: true }).selectOption('Slack');
    await panel().getByLabel('Action', { exact: true }).selectOption('Post a message');
    await panel().getByLabel('Channel', { exact: true }).fill('C0123456789');
    await panel().getByLabel('Text', { exact: true }).fill('Many tickets are open.');
    await page.getByRole('region', { name: 'Problems' }).waitFor({ state: 'detached' });
    await saved();
    await checkAccessible(page);
    await takePicture(page, 'workflow-builder');

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('status').getByText('Published', { exact: true }).waitFor();
    const [built] = (await scene.get<Saved[]>(`/api/workflows?branch=${branch}`)).filter(
      ({ name }) => name === 'Answer issues',
    );
    assert.deepEqual(built?.definition.trigger, { kind: 'connector', connector: 'github', events: ['issues.opened'] });
    const [count, comment, many] = built.definition.steps as Record<string, object>[];
    assert.equal(count?.kind, 'runReport');
    assert.deepEqual(comment?.input, {
      owner: '{{trigger.payload.repository.owner.login}}',
      repository: '{{trigger.payload.repository.name}}',
      number: '{{trigger.payload.issue.number}}',
      body: 'Thanks! Open tickets: {{steps.runReport.output.overall.count}}',
    });
    assert.deepEqual(many?.if, { left: '{{steps.runReport.output.overall.count}}', op: 'gt', right: 10 });
    await page.goto(`/workflows?branch=${branch}`);
    await page.getByText('Choose an account for slack').filter({ visible: true }).first().waitFor();
  });

  it('shows readers what is entered, and no button that changes it', async () => {
    const definition = {
      name: 'For readers',
      trigger: { kind: 'button', inputs: [{ name: 'title', label: 'Title', kind: 'text' }] },
      steps: [
        { id: 'note', kind: 'createRecord', type: 'note', fields: { title: '{{trigger.inputs.title}}' } },
        {
          ...{ id: 'check', kind: 'condition', if: { left: '{{trigger.inputs.title}}', op: 'eq', right: 'x' } },
          then: [{ id: 'stop', kind: 'stop' }],
        },
      ],
    };
    const body = { name: 'For readers', definition };
    const { id } = await scene.send<Saved>('POST', `/api/workflows?branch=${branch}`, body, 201);
    const open = async (on: Page) => {
      await on.goto(`/workflows/${id}?branch=${branch}`);
      const side = on.getByRole('complementary');
      const names: string[] = [];
      for (const step of [undefined, /^1/, /^2/]) {
        // What starts it is shown first.
        if (step !== undefined) await on.getByRole('button', { name: step }).first().click();
        await side.getByRole('heading', { level: 2 }).first().waitFor();
        names.push(...(await side.locator('fieldset').getByRole('button').allTextContents()));
      }
      return names.filter((name) => name !== '');
    };
    const offered = await open(page);
    for (const name of ['Insert value', 'Add a test', 'Add an input']) assert.ok(offered.includes(name), name);
    const viewer = await scene.arrive('/reports', 'viewer');
    assert.deepEqual(await open(viewer), []);
    await takePicture(viewer, 'workflow-builder-reader');
    await checkAccessible(viewer);
    await viewer.context().close();
  });

  it('tests a step with the sample, shows what it did, and listens for another event', async () => {
    await page.goto(`/workflows?branch=${branch}`);
    await page.getByRole('link', { name: 'Answer issues' }).click();
    await page.getByRole('main').getByRole('button', { name: /^1 / }).click();
    await panel().getByRole('button', { name: 'Test this step' }).click();
    await panel().getByRole('status').getByText('Completed').waitFor();
    await panel().getByRole('group', { name: 'Output of the test' }).getByText('"overall"').waitFor();
    await page.getByRole('main').getByRole('button', { name: /^2 / }).click();
    await panel().getByRole('button', { name: 'Test this step' }).click();
    await panel().getByRole('status').getByText('Completed').waitFor();
    await panel()
      .getByRole('group', { name: 'Input of the test' })
      .getByText(/Thanks! Open tickets: \d+/)
      .waitFor();
    await checkAccessible(page);
    await takePicture(page, 'workflow-step-tested');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Start/ })
      .first()
      .click();
    await panel().getByRole('button', { name: 'Listen for an event' }).click();
    await panel().getByText('Waiting for the next event').waitFor();
    await deliver('builder-heard', 'Heard just now');
    await panel()
      .getByRole('group', { name: 'Values of the start of the sample' })
      .getByText('Heard just now')
      .waitFor();
    await panel().getByRole('button', { name: 'Listen for an event' }).waitFor();
  });

  it('asks a question and finds records without JSON', async () => {
    await begin('Empty workflow');
    await add('Add a step at the end', /^Ask a question/);
    const question = panel().getByRole('group', { name: 'Question' });
    await question.getByLabel('Record type').selectOption('Tickets');
    await question.getByRole('button', { name: 'Add a condition' }).click();
    await question.getByLabel('Field').selectOption('Status');
    await question.getByLabel('Comparison').selectOption('is one of');
    const statuses = question.getByLabel('Value (comma between)', { exact: true });
    await statuses.pressSequentially('Open, In progress,');
    await statuses.press('Backspace');
    assert.equal(await statuses.inputValue(), 'Open, In progress');
    await question.getByRole('button', { name: 'Add a condition' }).click();
    const second = question.getByRole('group', { name: 'Condition 2' });
    await second.getByLabel('Field').selectOption('Estimate in hours');
    await second.getByLabel('Comparison').selectOption('is between');
    await second.getByLabel('From', { exact: true }).pressSequentially('-0.5');
    await second.getByLabel('To', { exact: true }).pressSequentially('1.05');
    await question.getByLabel('For each').selectOption('Priority');
    await add('Add a step at the end', /^Find records/);
    await panel().getByLabel('Type').selectOption('Tickets');
    await panel().getByRole('button', { name: 'Add a condition' }).click();
    await panel().getByLabel('Field').selectOption('Title');
    await panel().getByLabel('Comparison').selectOption('contains');
    await insert(panel().getByLabel('Value', { exact: true }), 'Value', 'overall count');
    await panel().getByLabel('With the sample').waitFor();
    await saved();
    await checkAccessible(page);
    await takePicture(page, 'workflow-builder-question');
    const id = /workflows\/([0-9a-f]{24})/.exec(page.url())![1]!;
    const draft = await scene.get<Saved>(`/api/workflows/${id}/draft?branch=${branch}`);
    const [ask, find] = draft.definition.steps as Record<string, unknown>[];
    assert.deepEqual(ask?.question, {
      type: 'ticket',
      filter: {
        and: [
          { field: 'status', op: 'in', value: ['open', 'in_progress'] },
          { field: 'estimate', op: 'between', value: [-0.5, 1.05] },
        ],
      },
      groupBy: [{ field: 'priority' }],
    });
    assert.deepEqual(find?.filter, { field: 'title', op: 'contains', value: '{{steps.query.output.overall.count}}' });
    assert.deepEqual((draft as unknown as { mistakes: unknown[] }).mistakes, []);
  });

  async function choose(menu: string, item: string): Promise<void> {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menu', { name: menu }).getByRole('menuitem', { name: item }).click();
  }

  it('undoes and redoes, moves, copies and removes steps', async () => {
    await begin('Empty workflow');
    await add('Add a step at the end', /^Wait For a time/);
    await add('Add a step at the end', /^Stop/);
    const steps = page.getByRole('main').getByRole('button', { name: /^\d+ / });
    const names = async () => (await steps.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    await choose('Step 2: move, copy or remove', 'Move up');
    assert.match((await names()).join(), /^1 Stop.*2 Wait/);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.match((await names()).join(), /^1 Wait.*2 Stop/);
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.match((await names()).join(), /^1 Stop.*2 Wait/);
    await choose('Step 1: move, copy or remove', 'Copy');
    assert.equal((await names()).length, 3);
    await choose('Step 3: move, copy or remove', 'Remove');
    assert.equal((await names()).length, 2);
    await saved();
    await page.reload();
    await steps.first().waitFor();
    assert.equal((await names()).length, 2);
  });

  it('compares the draft with a published version, and takes that over', async () => {
    await page.goto(`/workflows?branch=${branch}`);
    await page.getByRole('link', { name: 'Answer issues' }).click();
    await panel().getByLabel('Name of the workflow').fill('Answer all issues');
    await saved();
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare version 1 with the draft' }).click();
    await page.getByText('+   "name": "Answer all issues",').waitFor();
    await checkAccessible(page);
    await takePicture(page, 'workflow-versions');
    await page.getByRole('button', { name: 'Take over version 1' }).click();
    assert.equal(await panel().getByLabel('Name of the workflow').inputValue(), 'Answer issues');
    await saved();
  });

  for (const { width, colorScheme } of looksOrOnly(wideLight)) {
    it(`is accessible and fits, ${colorScheme} and ${width} px wide`, async () => {
      const viewport = { width, height: 800 };
      const [draft] = await scene.get<{ workflowId: string }[]>(`/api/workflow-drafts?branch=${branch}`);
      const address = `/workflows/${draft!.workflowId}?branch=${branch}`;
      const one = await scene.browser.openSignedIn(address, { viewport, colorScheme });
      await one.getByRole('heading', { name: 'What starts it' }).waitFor();
      await checkAccessible(one);
      await checkNoSidewaysScroll(one);
      await takePicture(one, `workflow-builder-${width}-${colorScheme}`);
      await one.context().close();
    });
  }
});
