import assert from 'node:assert/strict';
import { saveAccountFields } from '@tallyhook/store/accounts';
import { takeNotice, type Notice } from '@tallyhook/store/notices';
import { countUndecidedRuns, getRun, listWatchers, watchRun } from '@tallyhook/store/runs';
import { listMembers } from '@tallyhook/store/people';
import { connectTemporal, decide, startDeliveryRuns } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker } from './run-worker.ts';
import { commentWith, createWorld, type World } from './world.ts';

describe('The owner of a workflow', () => {
  it('gets a notice about a run that failed, and about a question', async () => {
    const world = await createWorld({
      steps: () => [
        { id: 'ask', kind: 'askPerson', message: 'Go on?', within: '1s', otherwise: 'goOn' },
        { id: 'end', kind: 'stop', as: 'failed', message: 'No luck' },
      ],
    });
    const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    const worker = await runWorker(world);
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const run = await world.endOfRun();
    await worker.stop();
    const [owner] = await listMembers(world.store, world.branch.workspaceId);
    const later = new Date(Date.now() + 10 * 60_000);
    const told = [await takeNotice(world.store, later), await takeNotice(world.store, later)];
    assert.deepEqual(
      told.map((notice) => [notice?.personId, notice?.kind, notice?.lines]),
      [
        [owner!.personId, 'question', [{ runId: run.id, text: 'Go on?' }]],
        [owner!.personId, 'runFailed', [{ runId: run.id, text: 'No luck' }]],
      ],
    );
    await temporal.close();
    await world.close();
  });

  it('gets a notice about a step that may have done something, which is counted until it is decided', async () => {
    await withWorld({ steps: () => [commentWith('comment', 'Hello')] }, async (world) => {
      await world.github.setFaults('reset');
      const run = await world.runOnce();
      assert.equal(run.isUndecided, true);
      assert.equal(await countUndecidedRuns(world.store, world.branch.id, 10), 1);
      const [notice] = await allNotices(world, 1);
      assert.deepEqual([notice?.kind, notice?.lines], ['decision', [{ runId: run.id, text: run.error!.message }]]);
      await decide(world.store, run, { stepId: 'comment', item: '', choice: 'stop', by: 'test' });
      assert.equal(await countUndecidedRuns(world.store, world.branch.id, 10), 0);
      assert.equal((await getRun(world.store, run.id))?.isUndecided, undefined);
    });
  });

  it('gets a notice about an account once, when its service refuses it', async () => {
    await withWorld({ steps: () => [commentWith('comment', 'Hello')] }, async (world) => {
      const fields = { owner: 'octo', token: 'revoked' };
      const { workspaceId } = world.branch;
      await saveAccountFields(world.store, { workspaceId, accountId: world.accountId }, { fields, revision: 0 });
      await world.runOnce();
      await world.runOnce();
      const told = await allNotices(world, 2);
      assert.deepEqual(told.map((notice) => [notice.kind, notice.count]).sort(), [
        ['accountRefused', 1],
        ['runFailed', 2],
      ]);
      assert.match(told.find(({ kind }) => kind === 'accountRefused')!.lines[0]!.text, /api\.github\.com answered 401/);
    });
  });

  it('gets a notice about the end of a run that they watch', async () => {
    const steps = () => [{ id: 'ask', kind: 'askPerson', message: 'Go on?', within: '1s', otherwise: 'goOn' }] as const;
    await withWorld({ steps: () => [...steps()] }, async (world) => {
      const [owner] = await listMembers(world.store, world.branch.workspaceId);
      const starting = world.runOnce();
      await world.until('a run is there', async () => (await world.runs()).length === 1);
      const { id } = (await world.runs())[0]!;
      const watching = { personId: owner!.personId, isWatching: true };
      assert.equal(await watchRun(world.store, id, watching), true);
      assert.deepEqual(await listWatchers(world.store, id), [owner!.personId]);
      await starting;
      const ended = (await allNotices(world, 2)).filter(({ kind }) => kind === 'runEnded');
      assert.deepEqual(
        ended.map(({ personId, lines }) => [personId, lines]),
        [[owner!.personId, [{ runId: id, text: 'It is completed.' }]]],
      );
      assert.equal(await watchRun(world.store, id, watching), false);
    });
  });
});

const later = () => new Date(Date.now() + 10 * 60_000);

/** The notices, once as many are there. */
async function allNotices({ store, until }: Pick<World, 'store' | 'until'>, count: number): Promise<Notice[]> {
  const found: Notice[] = [];
  await until(`${count} notices`, async () => {
    const one = await takeNotice(store, later());
    if (one !== undefined && !found.some(({ id }) => id === one.id)) found.push(one);
    return found.length >= count;
  });
  return found;
}

/** A world with a worker, in which `runOnce` starts a run and returns its end. */
async function withWorld(
  options: Parameters<typeof createWorld>[0],
  use: (world: World & { runOnce: () => ReturnType<World['endOfRun']> }) => Promise<void>,
): Promise<void> {
  const world = await createWorld(options);
  const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  const worker = await runWorker(world);
  const runOnce = async () => {
    const before = (await world.runs()).length;
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    await world.until('the run has begun', async () => (await world.runs()).length > before);
    return world.endOfRun();
  };
  try {
    await use({ ...world, runOnce });
  } finally {
    await worker.stop();
    await temporal.close();
    await world.close();
  }
}
