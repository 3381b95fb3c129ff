import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMongo, type OwnMongo } from './own-mongo.ts';
import { send, startService, type Founded, type Sender, type Service } from './start-service.ts';

describe('a database that dies', function () {
  this.timeout(240_000);
  const sharedUri = process.env.MONGODB_URI;
  let mongo: OwnMongo;
  let service: Service;
  let founded: Founded;

  before(async () => {
    mongo = await createMongo();
    process.env.MONGODB_URI = mongo.uri;
    service = await startService();
    founded = await service.found();
  });

  after(async () => {
    if (sharedUri !== undefined) process.env.MONGODB_URI = sharedUri;
    await service?.stop();
    await mongo?.remove();
  });

  it('is 503 for every kind of request, never 500, and changes continue with new numbers afterwards', async () => {
    const as: Sender = founded.writeKey;
    const csv = { as, body: 'title\na\nb\n', headers: { 'content-type': 'text/csv' } };
    const kinds: (() => ReturnType<typeof send>)[] = [
      () => send(service, 'POST', '/api/records?type=note', { as, json: { fields: { title: 'a' } } }),
      () => send(service, 'GET', '/api/records?type=note', { as }),
      () => send(service, 'POST', '/api/query', { as, json: { type: 'note', groupBy: [{ field: 'title' }] } }),
      () =>
        send(service, 'POST', '/graphql', {
          as,
          json: { query: '{ notes { id } noteAggregate { overall { count } } }' },
        }),
      () =>
        send(service, 'POST', '/graphql', {
          as,
          json: { query: 'mutation { createNote(input: { title: "b" }) { id } }' },
        }),
      () => send(service, 'POST', '/api/import?type=note', csv),
      () =>
        send(service, 'POST', '/api/reports', {
          as: founded.owner,
          json: { name: 'R', definition: { type: 'note', chart: 'number' } },
        }),
      () => send(service, 'GET', '/api/session', { as: founded.owner }),
      () =>
        send(service, 'POST', '/api/sessions', {
          json: { email: 'owner@example.com', password: 'a wrong long password' },
        }),
      () => send(service, 'GET', '/api/keys', { as: founded.owner }),
      () => send(service, 'GET', '/api/audit', { as: founded.owner }),
    ];
    let isOver = false;
    const statuses = new Map<string, number>();
    const wrong: string[] = [];
    const workers = kinds.map(async (ask, index) => {
      while (!isOver) {
        const { status, text } = await ask().catch(() => ({ status: 0, text: '' }));
        const key = `${index} ${status}`;
        statuses.set(key, (statuses.get(key) ?? 0) + 1);
        if (status === 500 || status === 0 || /"code":"internal"/.test(text))
          wrong.push(`${index}: ${status} ${text.slice(0, 300)}`);
        await sleep(5);
      }
    });
    for (let deaths = 0; deaths < 2; deaths += 1) {
      await sleep(1_500);
      await mongo.kill();
      await sleep(2_000);
      await mongo.start();
    }
    await sleep(2_000);
    isOver = true;
    await Promise.all(workers);
    const logged = service.log.filter((line) => /"level":50/.test(line)).map((line) => line.slice(0, 1_500));
    assert.deepEqual(wrong, [], logged.join(''));
    assert.ok(
      [...statuses.keys()].some((key) => key.endsWith(' 503')),
      'some were refused',
    );
    const made = await send(service, 'POST', '/api/records?type=note', { as, json: { fields: { title: 'z' } } });
    assert.equal(made.status, 201, made.text);
  });
});
