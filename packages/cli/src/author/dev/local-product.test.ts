import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApi } from '../../api.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { createLocalProduct, installedText } from './local-product.ts';

const released = compileOrFail(join(import.meta.dirname, '../../../../connectors/github')).package;

/** The message about a build when the marketplace has these connectors. */
async function installedMessage(marketplace: string[]): Promise<string> {
  const server = createServer((request, response) => {
    const list = { marketplace: marketplace.map((connector) => ({ connector })), installed: [] };
    const answer = request.method === 'POST' ? { version: '1.0.0-dev.a' } : list;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = await createApi({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't' });
  try {
    return installedText('github', await createLocalProduct(api).install(released));
  } finally {
    await api.close();
    server.close();
  }
}

describe('an installed build', () => {
  it('says how to return to the release, if there is one', async () => {
    const installed = /^ {2}installed in the product as github 1\.0\.0-dev\.a after \d+ ms/;
    const back = / \(`tallyhook connectors install github` returns to the release\)$/;
    assert.match(await installedMessage(['github', 'slack']), new RegExp(installed.source + back.source));
    assert.match(await installedMessage(['slack']), new RegExp(`${installed.source}$`));
  });
});
