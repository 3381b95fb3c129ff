import assert from 'node:assert/strict';
import { completeTemplate } from './complete-template.ts';

const connector = {
  id: 'shop',
  name: 'Shop',
  version: '1.0.0',
  hosts: ['api.example.com'],
  signIn: { kind: 'bearer', token: '{{account.token}}' },
  account: {
    fields: [
      { name: 'shop', label: 'Shop' },
      { name: 'token', label: 'Token', secret: true },
    ],
    label: '{{account.shop}}',
    externalId: '{{account.shop}}',
  },
  request: { baseUrl: 'https://api.example.com' },
};
const action = {
  label: 'Add',
  input: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, 'unit price': {} },
          additionalProperties: false,
        },
      },
    },
  },
  request: { method: 'POST', path: '/things', headers: { 'x-a': 'PLACE' }, body: { text: 'PLACE' } },
};
const webhook = {
  label: 'Events',
  handshake: [{ when: [{ path: 'PLACE', is: 'a' }], answer: { text: 'PLACE' } }],
  event: '{{event.body.type}}',
  deliveryId: 'PLACE',
  missingId: 'run',
  account: 'any',
};

/** The completions at the `^` of a text that replaces the n-th PLACE of a file. */
function offered(file: 'action' | 'webhook', text: string, place = 0): string[] | undefined {
  const parts = JSON.stringify(file === 'action' ? action : webhook).split('PLACE');
  const inside = JSON.stringify(text).slice(1, -1);
  const before = parts.slice(0, place + 1).join('');
  const whole = `${before}${inside}${parts.slice(place + 1).join('')}`;
  const offset = before.length + inside.indexOf('^');
  const path = `${file}s/one.json`;
  const texts = new Map([
    ['connector.json', JSON.stringify(connector)],
    [path, whole.replace('^', '')],
  ]);
  const found = completeTemplate(texts, path, offset);
  if (found === undefined) return undefined;
  const replaced = whole.slice(found.from, offset);
  return [replaced, ...found.items.map((item) => item.text)];
}

describe('template completion', () => {
  it('offers the names known there, to replace the one being typed', () => {
    assert.deepEqual(offered('action', 'a {{^'), ['', 'title', 'rows', 'account', 'now', 'idempotencyKey']);
    assert.deepEqual(offered('action', '{{ ti^}} b'), ['ti', 'title', 'rows', 'account', 'now', 'idempotencyKey']);
    assert.deepEqual(offered('action', '"é" {{title}} {{#if acc^'), [
      'acc',
      'title',
      'rows',
      'account',
      'now',
      'idempotencyKey',
    ]);
  });

  it('offers the fields of a name, and secrets only where they are allowed', () => {
    assert.deepEqual(offered('action', '{{account.^}}'), ['', 'shop', 'token']);
    assert.deepEqual(offered('webhook', '{{account.s^}}', 1), ['s', 'shop']);
    assert.deepEqual(offered('webhook', '{{event.^}}', 2), ['', 'method', 'headers', 'query', 'body']);
    assert.equal(offered('webhook', '{{event.body.^}}', 2), undefined);
  });

  it('offers the item of a list inside its loop, but not after it', () => {
    const loop = '{{#each rows as |row at|}}{{row.^}}{{/each}}';
    assert.deepEqual(offered('action', loop, 1), ['', 'name', '[unit price]']);
    assert.deepEqual(offered('action', '{{#each rows as |row at|}}{{^', 1), [
      '',
      'title',
      'rows',
      'account',
      'now',
      'idempotencyKey',
      'row',
      'at',
    ]);
    assert.deepEqual(offered('action', '{{#each rows as |row|}}{{/each}}{{^', 1), [
      '',
      'title',
      'rows',
      'account',
      'now',
      'idempotencyKey',
    ]);
    assert.equal(offered('action', '{{#each rows as |^', 1), undefined);
  });

  it('offers filters after a bar, and hmac_sha256 only in the answer to a handshake', () => {
    const filters = ['json', 'url', 'asciijson', 'base64', 'base64url', 'md5', 'sha256'];
    const joining = ['append', 'prepend', 'strip_variables'];
    assert.deepEqual(offered('action', '{{title|^}}'), ['', ...filters, ...joining]);
    assert.deepEqual(offered('action', '{{title | url | ba^'), ['ba', ...filters, ...joining]);
    assert.deepEqual(offered('action', '{{title|append account.^'), ['', 'shop', 'token']);
    assert.ok(offered('webhook', '{{event.body|^}}', 1)?.includes('hmac_sha256'));
    assert.deepEqual(offered('webhook', '{{event.body.a|hmac_sha256 account.^', 1), ['', 'shop', 'token']);
  });

  it('completes a path without braces', () => {
    assert.deepEqual(offered('webhook', '^'), ['', 'event']);
    assert.deepEqual(offered('webhook', 'event.he^'), ['he', 'method', 'headers', 'query', 'body']);
  });

  it('offers nothing outside of slots', () => {
    for (const text of ['^{{title}}', '{{title}}^', 'plain ^', '{^{']) assert.equal(offered('action', text), undefined);
  });
});
