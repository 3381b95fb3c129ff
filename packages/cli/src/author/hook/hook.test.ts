import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVerb } from '../../../test/run-verb.ts';

const folder = join(import.meta.dirname, '../../../../connectors/github');

describe('tallyhook hook send', () => {
  it('reports misspelt names, and an address that does not respond', async () => {
    const send = async (webhook: string, ...args: string[]): Promise<string> => {
      const { code, err } = await runVerb(['hook', 'send', webhook, '--connector', folder, ...args]);
      assert.equal(code, args.includes('http://127.0.0.1:9') ? 1 : 2, err);
      return err;
    };
    assert.match(await send('event', '--fixture', 'ping'), /github has no webhook "event"\. Did you mean "events"\?/);
    assert.match(await send('events', '--fixture', 'pink'), /has no fixture "pink"\. Did you mean "ping"\?/);
    assert.match(await send('events', '--fixture', 'comment-on-issue'), /Available: .*ping/);
    assert.match(await send('events', '--fixture', 'ping', '--to', 'nowhere'), /"nowhere" is not a web address/);
    assert.match(
      await send('events', '--fixture', 'ping', '--to', 'http://127.0.0.1:9'),
      /Nothing answered at http:\/\/127\.0\.0\.1:9/,
    );
  });

  it('says that no event was stored only if that is so', async () => {
    let kept = 'event-1';
    const reason = 'log in with `tallyhook login` to see what it starts';
    const product = createServer((_, response) => {
      response.writeHead(204, kept === '' ? {} : { 'tallyhook-delivery': kept, 'tallyhook-result': 'new' }).end();
    });
    await once(product.listen(0, '127.0.0.1'), 'listening');
    try {
      const to = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
      const send = async (): Promise<unknown[]> => {
        const args = ['send', 'events', '--connector', folder, '--fixture', 'issue-opened', '--to', to, '--json'];
        return JSON.parse((await runVerb(['hook', ...args])).out) as unknown[];
      };
      assert.deepEqual(await send(), [
        { status: 204, body: '', deliveries: [{ id: 'event-1', result: 'new', runs: [], reason }] },
      ]);
      kept = '';
      assert.deepEqual(await send(), [{ status: 204, body: '', deliveries: [], note: 'no event was stored' }]);
    } finally {
      product.close();
    }
  });

  it('says what to do if the product does not have the connector', async () => {
    const product = createServer((_, response) => void response.writeHead(404).end('{"code":"not_found"}'));
    await once(product.listen(0, '127.0.0.1'), 'listening');
    try {
      const to = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
      const args = ['hook', 'send', 'events', '--connector', folder, '--fixture', 'issue-opened', '--to', to];
      const { code, out } = await runVerb(args);
      assert.equal(code, 1);
      assert.match(
        out,
        /^answered 404: .*\ninstall the connector with `tallyhook connectors install github`; .* release it first/m,
      );
      const [{ note }] = JSON.parse((await runVerb([...args, '--json'])).out) as [{ note: string }];
      assert.match(note, /^install the connector/);
    } finally {
      product.close();
    }
  });

  it('warns about events that start nothing, and marks repeated events as duplicates', async () => {
    const product = createServer((_, response) => {
      response.writeHead(200, { 'tallyhook-delivery': 'event-1, event-1, event-1' }).end();
    });
    await once(product.listen(0, '127.0.0.1'), 'listening');
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-hook-'));
    try {
      const to = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
      cpSync(folder, home, { recursive: true });
      const path = join(home, 'webhooks/events.json');
      const webhook = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      const split = { split: 'event.body', event: 'a', deliveryId: '{{event.item.id}}', account: 'any', ignore: [] };
      writeFileSync(path, JSON.stringify({ ...webhook, ...split }));
      const body = [{ id: 1 }, { id: 1, text: 'b' }, { id: 1 }, {}];
      const delivery = { headers: { 'content-type': 'application/json' }, body };
      const fixture = { kind: 'webhook', webhook: 'events', delivery, expect: { kind: 'events' } };
      writeFileSync(join(home, 'fixtures/batch.json'), JSON.stringify(fixture));
      const args = ['hook', 'send', 'events', '--connector', home, '--fixture', 'batch', '--to', to];
      const { out, err } = await runVerb(args);
      assert.match(out, /^warning: event\.body\.1 has the same delivery id "1" as event\.body\.0 but different/m, err);
      assert.match(out, /^warning: event\.body\.3 has no id/m);
      const sent = JSON.parse((await runVerb([...args, '--json'])).out) as {
        deliveries: { result?: string }[];
        warnings: string[];
      }[];
      const [{ deliveries, warnings }] = sent as [(typeof sent)[0]];
      assert.deepEqual(
        deliveries.map(({ result }) => result),
        [undefined, 'duplicate', 'duplicate'],
      );
      assert.equal(warnings.length, 2);
      assert.match(out, /stored as event-1, duplicate; it was received before and starts nothing again$/m);
    } finally {
      product.close();
      rmSync(home, { recursive: true });
    }
  });

  it('names the webhook in the address only if the delivery does not identify it', async () => {
    const asked: string[] = [];
    const product = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(204).end();
    });
    await once(product.listen(0, '127.0.0.1'), 'listening');
    const home = mkdtempSync(join(tmpdir(), 'tallyhook-hook-'));
    try {
      const to = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
      cpSync(folder, home, { recursive: true });
      const send = async (webhook: string, fixture: string): Promise<void> => {
        const { code, err } = await runVerb([
          'hook',
          'send',
          webhook,
          '--connector',
          home,
          '--fixture',
          fixture,
          '--to',
          to,
        ]);
        assert.equal(code, 0, err);
      };
      const write = (path: string, change: (value: Record<string, unknown>) => object): void => {
        const value = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown>;
        writeFileSync(
          join(home, path.replace('events', 'other').replace('ping', 'other')),
          JSON.stringify(change(value)),
        );
      };
      await send('events', 'ping');
      const match = [{ path: 'event.headers.x-github-event', is: 'never' }];
      write('webhooks/events.json', (value) => ({ ...value, match }));
      write('fixtures/ping.json', (value) => ({ ...value, webhook: 'other' }));
      await send('events', 'ping');
      await send('other', 'other');
      assert.deepEqual(asked, ['/hooks/github', '/hooks/github', '/hooks/github?webhook=other']);
    } finally {
      product.close();
      rmSync(home, { recursive: true });
    }
  });

  it('exits with 2 without a fixture, or for an invalid number', async () => {
    assert.equal((await runVerb(['hook', 'send', 'events', '--connector', folder])).code, 2);
    assert.equal((await runVerb(['hook', 'send', 'events', '--fixture', 'ping', '--times', '0'])).code, 2);
  });
});
