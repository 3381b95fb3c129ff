import assert from 'node:assert/strict';
import type { ScheduleTrigger, Workflow } from '@tallyhook/schemas';
import { saveDefinition } from '@tallyhook/store/definitions';
import { listNextTimes, publishTriggerRoutes } from '@tallyhook/store/workflows';
import { changeWorkspace } from '@tallyhook/store/workspaces';
import { connectTemporal, startDueSchedules, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { createWorld, type World } from './world.ts';

const minutesMs = 60_000;

describe('Workflows with a schedule', () => {
  let world: World;
  let temporal: TemporalClient;

  beforeEach(async () => {
    world = await createWorld();
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  });
  afterEach(async () => {
    await temporal.close();
    await world.close();
  });

  async function publish(
    trigger: Omit<ScheduleTrigger, 'kind'>,
    { on = true, id }: { on?: boolean; id?: string } = {},
  ) {
    const definition: Workflow = {
      name: 'Every hour',
      trigger: { kind: 'schedule', ...trigger },
      steps: [{ id: 'enough', kind: 'stop', message: '{{trigger.at}}' }],
    };
    const { store, branch } = world;
    const given = { name: definition.name, definition, ...(id !== undefined && { id }) };
    const { id: workflowId } = await saveDefinition(store, branch, 'workflow', given, 'test');
    const { workspaceId, id: branchId, name: branchName } = branch;
    const place = { workspaceId, branchId, branchName, workflowId, definition };
    await publishTriggerRoutes(store, place, { on, accounts: {} }, 'test');
    return workflowId;
  }
  const tick = (at: Date) => startDueSchedules(world.store, temporal, at);
  const nextOf = async (workflowId: string) => (await listNextTimes(world.store, world.branch.id)).get(workflowId);
  const times = async () =>
    (await world.runs()).flatMap(({ trigger }) => (trigger.kind === 'schedule' ? [trigger.at] : [])).sort();

  it('start at each time once, whichever workers look', async () => {
    const id = await publish({ cron: '0 * * * *' });
    assert.equal(await tick(new Date()), 0);
    const first = (await nextOf(id))!;
    assert.ok(first.getTime() > Date.now());
    assert.equal(await tick(new Date(first.getTime() - 1)), 0);
    await Promise.all([1, 2, 3, 4].map(() => tick(first)));
    await tick(first);
    assert.deepEqual(await times(), [first.toISOString()]);
    assert.equal((await nextOf(id))!.getTime(), first.getTime() + 60 * minutesMs);
  });

  it('start once for all times that were missed, or not at all if they say so', async () => {
    const once = await publish({ cron: '0 * * * *' });
    const skip = await publish({ cron: '0 * * * *', missed: 'skip' });
    await tick(new Date());
    const first = (await nextOf(once))!;
    const later = new Date(first.getTime() + 5 * 60 * minutesMs + 20 * minutesMs);
    await tick(later);
    assert.deepEqual(await times(), [new Date(first.getTime() + 5 * 60 * minutesMs).toISOString()]);
    for (const id of [once, skip]) assert.equal((await nextOf(id))!.getTime(), first.getTime() + 6 * 60 * minutesMs);
    const little = new Date(first.getTime() + 6 * 60 * minutesMs + 4 * minutesMs);
    await tick(little);
    assert.equal((await times()).length, 3, 'a few minutes are not missed');
  });

  it('start at nothing while they are off, and at no time from before they were on', async () => {
    const id = await publish({ cron: '0 * * * *' });
    await tick(new Date());
    const first = (await nextOf(id))!;
    await publish({ cron: '0 * * * *' }, { on: false, id });
    assert.equal(await nextOf(id), undefined);
    await tick(new Date(first.getTime() + 60 * minutesMs));
    assert.deepEqual(await times(), []);
  });

  it('follow a new time zone of the workspace, unless they name their own', async () => {
    const { store, branch } = world;
    const here = await publish({ at: '08:00' });
    const there = await publish({ at: '08:00', timezone: 'Asia/Kathmandu' });
    await tick(new Date());
    const clock = async (id: string) => (await nextOf(id))!.toISOString().slice(11, 16);
    assert.deepEqual([await clock(here), await clock(there)], ['08:00', '02:15']);
    await changeWorkspace(store, branch.workspaceId, { timezone: 'Asia/Tokyo' }, { by: 'test', now: new Date() });
    await tick(new Date());
    assert.deepEqual([await clock(here), await clock(there)], ['23:00', '02:15']);
  });
});
