import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { connectTemporal } from '@tallyhook/engine/client';
import { setHookScene, type HookScene } from './hook-scene.ts';
import { assertProblem, send, startService, type Service } from './start-service.ts';

/** Far more than a small request takes beside others, and far less than parsing these bodies did. */
const patienceMs = 3_000;
const sizeBytes = 25 * 1024 * 1024;

/** What anonymous senders do to everybody else. */
describe('a stranger', () => {
  /** Temporal is down: stored deliveries stay waiting. */
  const temporal = connectTemporal({ address: '127.0.0.1:1', namespace: 'tallyhook' });
  let service: Service;
  let scene: HookScene;

  before(async () => {
    service = await startService({ temporal, bodyTimeoutMs: 300 });
    scene = await setHookScene(service);
    await scene.listen();
  });
  after(async () => {
    await service?.stop();
    await temporal.close();
  });

  const bodies: [string, string, () => Buffer][] = [
    ['forms of millions of fields', 'application/x-www-form-urlencoded', () => Buffer.alloc(sizeBytes, 'a=1&b=2&')],
    [
      'objects of millions of keys',
      'application/json',
      () => Buffer.from(`{${Array.from({ length: 2_000_000 }, (_, at) => `"${at}":1`).join(',')}}`),
    ],
    ['lists of millions of lists', 'application/json', () => Buffer.from(`[${'[],'.repeat(8_000_000)}1]`)],
  ];
  for (const [what, type, make] of bodies) {
    it(`who sends three ${what} is refused, while others are answered`, async () => {
      const body = make();
      const sent = Array.from({ length: 3 }, () => scene.deliver({ body, type }));
      let isOver = false;
      const answers = Promise.all(sent).finally(() => (isOver = true));
      let slowestMs = 0;
      while (!isOver) {
        const beganAt = performance.now();
        assertProblem(await send(service, 'GET', '/api/session'), 401, 'sign_in_required');
        slowestMs = Math.max(slowestMs, performance.now() - beganAt);
      }
      for (const answered of await answers) assertProblem(answered, 400, 'invalid_request');
      assert.ok(slowestMs < patienceMs, `another request took ${Math.round(slowestMs)} ms`);
    });
  }

  it('who sends half a sign-in is refused in time, and keeps no connection', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 408 /);
    assert.match(answer.toString(), /Connection: close/i);
    socket.destroy();
  });

  it('who sends a file or an import too slowly is refused, and nothing is kept', async () => {
    const founded = await service.found();
    const { key } = founded.writeKey;
    for (const [path, type] of [
      ['/api/files?name=slow.bin', 'application/octet-stream'],
      ['/api/import?type=note', 'text/csv'],
    ] as const) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`,
      );
      const drip = setInterval(() => socket.write('a'), 20);
      socket.on('error', () => undefined);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      clearInterval(drip);
      assert.match(answer.toString(), /^HTTP\/1\.1 408 /, path);
      socket.destroy();
    }
    const files = await send(service, 'GET', '/api/files', { as: founded.owner });
    assert.deepEqual(files.body.files ?? files.body.records ?? [], []);
  });

  it('who names a charset is read in it, and is refused if it is unknown or does not fit the bytes', async () => {
    const latin1 = Buffer.from('{"account":"acme","name":"Müller"}', 'latin1');
    const deliver = (type: string, body: Buffer) => scene.deliver({ id: `c-${type}`, type, body });
    assert.equal((await deliver('application/json; charset=iso-8859-1', latin1)).status, 200);
    assertProblem(await deliver('application/json', latin1), 400, 'invalid_request');
    assertProblem(await deliver('application/json; charset=klingon', latin1), 415, 'unsupported_type');
  });
});
