import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { answers, checkPort, freePort, isFree } from './ports.ts';

describe('port', () => {
  let server: Server;
  let port: number;

  before(async () => {
    port = await freePort();
    server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  it('is refused if in use, with another one to try', async () => {
    await assert.rejects(checkPort(port), {
      name: 'Problem',
      message: `Port ${port} is in use by another program: choose another one, as in PORT=${port + 1} npm start.`,
    });
    assert.equal(await isFree(port), false);
    assert.equal(await answers(port), true);
  });

  it('can be listened on if found free', async () => {
    const free = await freePort();
    assert.ok(free < 32_768, `${free} is one that the system gives to anybody`);
    assert.equal(await isFree(free), true);
    assert.equal(await answers(free), false);
    await checkPort(free);
  });

  it('is not found if reserved for something else', async () => {
    const taken = new Set(Array.from({ length: 32_768 }, (_, number) => number));
    assert.ok((await freePort(taken)) >= 32_768);
  });

  it('is not found twice', async () => {
    const taken = new Set<number>();
    const found = [];
    for (let count = 0; count < 600; count += 1) found.push(await freePort(taken));
    assert.equal(new Set(found).size, found.length);
  });
});
