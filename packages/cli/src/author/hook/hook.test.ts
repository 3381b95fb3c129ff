import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';

const folder = join(import.meta.dirname, '../../../../connectors/github');

describe('tallyhook hook send', () => {
  it('says what is misspelt, and where nothing answers', async () => {
    const send = async (webhook: string, ...args: string[]): Promise<string> => {
      const { code, err } = await runCommand(['hook', 'send', webhook, '--connector', folder, ...args]);
      assert.equal(code, 1, err);
      return err;
    };
    assert.match(await send('event', '--fixture', 'ping'), /github has no webhook "event"\. Did you mean "events"\?/);
    assert.match(await send('events', '--fixture', 'pink'), /has no fixture "pink"\. Did you mean "ping"\?/);
    assert.match(await send('events', '--fixture', 'comment-on-issue'), /There are .*ping/);
    assert.match(await send('events', '--fixture', 'ping', '--to', 'nowhere'), /"nowhere" is no address/);
    assert.match(
      await send('events', '--fixture', 'ping', '--to', 'http://127.0.0.1:9'),
      /Nothing answered at http:\/\/127\.0\.0\.1:9/,
    );
  });

  it('ends with 2 without a fixture, and for a number that is none', async () => {
    assert.equal((await runCommand(['hook', 'send', 'events', '--connector', folder])).code, 2);
    assert.equal((await runCommand(['hook', 'send', 'events', '--fixture', 'ping', '--times', '0'])).code, 2);
  });
});
