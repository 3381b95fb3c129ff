import assert from 'node:assert/strict';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from './compile-connector.ts';

type Json = Record<string, unknown>;
const webhook = 'webhooks/events.json';
const action = 'actions/create-issue.json';

/** The problems of the golden connector with changed keys: their place, code and message. */
function problemsWith(file: string, change: (json: Json) => void): string[] {
  const json = JSON.parse(goldenConnector[file]!) as Json;
  change(json);
  const { problems } = compileConnector(new Map(Object.entries({ ...goldenConnector, [file]: JSON.stringify(json) })));
  return problems.map(({ code, pointer, message, hint }) => `${pointer} ${code}: ${message} (${hint})`);
}

const withHandshake = (handshake: Json) => problemsWith(webhook, (json) => (json['handshake'] = [handshake]));
const when = [{ path: 'event.body.type', is: 'confirm' }];
const signature = { algorithm: 'hmacSha256', key: '{{account.token}}', signature: { header: 'x-signature' } };

describe('the checks of webhooks', () => {
  it('accept a confirmation, a secret in a handshake, and a signature', () => {
    const secret = { path: 'event.query.token', isSecret: 'account.token' };
    const confirm = { url: 'event.body.url', hosts: ['*.example.com'] };
    assert.deepEqual(withHandshake({ when: [...when, secret], confirm, answer: {} }), []);
    const signs = 'v0:{{timestamp}}:{{rawBody}}';
    const timestamp = { header: 'x-time', toleranceSeconds: 300 };
    assert.deepEqual(
      problemsWith(webhook, (json) => (json['signature'] = { ...signature, timestamp, signs })),
      [],
    );
  });

  it('refuse a secret outside of a handshake, and an unknown one', () => {
    const [refused] = problemsWith(
      webhook,
      (json) => (json['ignore'] = [{ when: [{ path: 'event.query.a', isSecret: 'account.token' }], reason: 'a' }]),
    );
    assert.match(refused!, /ignore\/0\/when\/0\/isSecret secret_not_here: only the conditions of a handshake/);
    const unknown = withHandshake({ when: [{ path: 'event.query.a', isSecret: 'account.tokn' }], answer: {} });
    assert.match(unknown[0]!, /isSecret unknown_name: .*Did you mean "token"|isSecret unknown_name/i);
  });

  it('refuse a confirmation of an unknown value', () => {
    const [problem] = withHandshake({ when, confirm: { url: 'evnt.body.url' }, answer: {} });
    assert.match(problem!, /handshake\/0\/confirm\/url unknown_name/);
  });

  it('refuse a constant key, and a signed text without the body or with it twice', () => {
    const problems = (change: Json) =>
      problemsWith(webhook, (json) => (json['signature'] = { ...signature, ...change }));
    assert.match(problems({ key: 'hush' })[0]!, /signature\/key credential_in_package/);
    assert.match(problems({ key: '{{hook.secret}}' })[0]!, /signature\/key unknown_name/);
    assert.match(problems({ signs: '{{event.method}}' })[0]!, /signature\/signs slot_syntax: .*body of the delivery/);
    assert.match(problems({ signs: '{{rawBody}}{{rawBody}}' })[0]!, /signature\/signs slot_syntax/);
    assert.match(problems({ signs: '{{timestamp}}{{rawBody}}' })[0]!, /signature\/signs unknown_name/);
  });

  it('want no missingId where no delivery has an id, and one where they have', () => {
    const none = (json: Json) => void Object.assign(json, { deliveryId: 'none', missingId: undefined });
    assert.deepEqual(problemsWith(webhook, none), []);
    const both = problemsWith(webhook, (json) => (json['deliveryId'] = 'none'));
    assert.match(both[0]!, /missingId key_not_here/);
    assert.match(problemsWith(webhook, (json) => delete json['missingId'])[0]!, /missing_key.*missingId/);
  });
});

describe('the checks of requests', () => {
  it('accept a secret address at the start of the url only', () => {
    const withUrl = (url: string) =>
      problemsWith(action, (json) => {
        const request = json['request'] as Json;
        delete request['path'];
        request['url'] = url;
      }).filter((problem) => problem.includes('secret_not_here'));
    assert.deepEqual(withUrl('{{account.token}}/issues'), []);
    assert.equal(withUrl('https://api.example.com/{{account.token}}').length, 1);
    assert.equal(withUrl('{{account.token}}/{{account.token}}').length, 2);
  });

  it('warn of a condition whose type never fits, in every form', () => {
    const [problem] = problemsWith(
      action,
      (json) => (json['errors'] = [{ when: [{ path: 'response.status', isOneOf: [404, '410'] }], class: 'not_found' }]),
    );
    assert.match(problem!, /errors\/0\/when\/0\/isOneOf\/1 wrong_type/);
  });
});
