import assert from 'node:assert/strict';
import { connectTemporal } from '@tallyhook/engine/client';
import { forgetWorker, noteWorker } from '@tallyhook/store/runs';
import { send, startService, type Service } from './start-service.ts';

describe('/health', () => {
  it('answers 503 and names Temporal when it cannot be reached', async () => {
    const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });
    const service = await startService({ temporal });
    try {
      const answered = await send(service, 'GET', '/health');
      assert.equal(answered.status, 503);
      assert.ok(Number(answered.headers.get('retry-after')) > 0);
      const { status, parts, problems } = answered.body;
      assert.equal(status, 'not_ready');
      assert.deepEqual(parts, { api: 'ready', mongodb: 'ready', temporal: 'not_ready', worker: 'not_ready' });
      assert.match(problems.join(), /127\.0\.0\.1:1/);
    } finally {
      await service.stop();
      await temporal.close();
    }
  });

  describe('with all engines', () => {
    let service: Service;

    before(async () => {
      service = await startService();
    });

    after(() => service?.stop());

    it('answers 503 and names the worker if none is running', async () => {
      const answered = await send(service, 'GET', '/health');
      assert.equal(answered.status, 503);
      assert.deepEqual(answered.body.parts, { api: 'ready', mongodb: 'ready', temporal: 'ready', worker: 'not_ready' });
    });

    it('answers 200 to anybody if every part is ready', async () => {
      await noteWorker(service.store, 'test', new Date());
      const answered = await send(service, 'GET', '/health');
      assert.equal(answered.status, 200, answered.text);
      assert.deepEqual(answered.body, {
        status: 'ready',
        parts: { api: 'ready', mongodb: 'ready', temporal: 'ready', worker: 'ready' },
        problems: [],
      });
      await forgetWorker(service.store, 'test');
      assert.equal((await send(service, 'GET', '/health')).status, 503);
    });
  });
});
