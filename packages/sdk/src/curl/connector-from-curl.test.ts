import assert from 'node:assert/strict';
import { buildRequest } from '../runtime/build-request.ts';
import { runFixture } from '../fixtures/run-fixture.ts';
import { compileConnector } from '../compile/compile-connector.ts';
import { completeFolder } from '../openapi/complete-folder.ts';
import { connectorFromCurl } from './connector-from-curl.ts';

const account = {
  account: 'me',
  webhookUrl: 'https://chat.example/hook/test',
  username: 'ada',
  password: 'test-password',
  token: 'test-token',
  key: 'test-key',
};

/** Makes a connector; its only action, and the request that the action makes. */
function make(command: string, input: object = {}, fields: object = {}) {
  const { made, notes } = connectorFromCurl(command, { id: 'shop', name: 'Shop' });
  const { released } = made;
  const [name, action] = Object.entries(released.actions)[0]!;
  assert.equal(Object.keys(released.actions).length, 1);
  const send = () => buildRequest(released, name, { input, account: { ...account, ...fields } });
  return { made, released, notes, name, action, send, texts: [...made.texts.values()].join('\n') };
}

describe('a connector from a curl command', () => {
  it('sends the same request as the command, with inputs in place of its values', () => {
    const { name, action, send, released } = make(
      `curl -X POST 'https://api.shop.example/v1/orders/42/lines?notify=yes' \\
        -H 'Authorization: Bearer sk-4711-abcd' -H 'X-Shop-Version: 2024-01' \\
        -H 'Content-Type: application/json' \\
        -d '{"title": "Blue paint", "count": 2, "to": {"city": "Oslo"}, "tags": ["a"]}'`,
      { id: '7', notify: 'no', title: 'Red', count: 3, to: { city: 'Rome' }, tags: ['x'] },
    );
    assert.deepEqual([name, action.label], ['create-orders-lines', action.label]);
    assert.deepEqual(released.connector.hosts, ['api.shop.example']);
    assert.equal(action.input.properties['title']!.description, 'Such as Blue paint');
    const { method, url, headers, body } = send();
    assert.deepEqual([method, url], ['POST', 'https://api.shop.example/v1/orders/7/lines?notify=no']);
    assert.equal(headers['Authorization'] ?? headers['authorization'], 'Bearer test-token');
    assert.equal(headers['X-Shop-Version'], '2024-01');
    assert.deepEqual(JSON.parse(body!.toString()), { title: 'Red', count: 3, to: { city: 'Rome' }, tags: ['x'] });
  });

  const credentials: [what: string, command: string, secret: string, kind: string][] = [
    ['a bearer token', `-H 'Authorization: Bearer canary-4711'`, 'canary-4711', 'bearer'],
    ['a user and password', `-u 'ada:canary-4711'`, 'canary-4711', 'basic'],
    ['a key as the user', `-u canary-4711:`, 'canary-4711', 'basic'],
    ['basic credentials', `-H 'authorization: Basic ${btoa('ada:canary-4711')}'`, btoa('ada:canary-4711'), 'basic'],
    ['a word of its own', `-H 'Authorization: Token canary-4711'`, 'canary-4711', 'key'],
    ['a key in a header', `-H 'X-Api-Key: canary-4711'`, 'canary-4711', 'key'],
    ['a key in the address', `--url-query api_key=canary-4711`, 'canary-4711', 'key'],
    ['an OAuth 2 token', `--oauth2-bearer canary-4711`, 'canary-4711', 'bearer'],
  ];
  for (const [what, options, secret, kind] of credentials)
    it(`signs in with ${what}, and keeps its value nowhere`, async () => {
      const command = `curl https://api.shop.example/things ${options} -d 'note=canary-4711 again'`;
      const { made, released, notes, texts } = make(command);
      const { connector } = released;
      assert.equal(connector.signIn.kind, kind);
      assert.ok(connector.account!.fields.some((field) => field.secret === true));
      assert.match(notes[0]!, /^Taken from the .* The value was not kept\.$/);
      const complete = await completeFolder(made);
      const all = [...complete.texts.values(), ...notes].join('\n');
      for (const form of [secret, 'canary-4711', btoa('canary-4711:')]) assert.ok(!all.includes(form), form);
      assert.ok(texts.includes('account.'));
      const { problems, fixtures } = compileConnector(complete.texts);
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      for (const { fixture } of fixtures) assert.deepEqual(await runFixture(released, fixture), []);
    });

  it('signs in as the service wants it', () => {
    const sent = (options: string) => {
      const { headers } = make(`curl https://api.shop.example/things ${options}`).send();
      return Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    };
    assert.equal(sent(`-H 'Authorization: Token canary-4711'`), 'Token test-key');
    assert.equal(sent('-u sk_live_4711:'), `Basic ${btoa('test-key:')}`);
    const { url } = make('curl "https://api.shop.example/a?key=canary-4711&q=x"', { q: 'y' }).send();
    assert.equal(url, 'https://api.shop.example/a?q=y&key=test-key');
  });

  it('makes a field of an address that is a credential itself, and keeps no value that may be one', () => {
    const secret = 'canaryPLANT0123456789abcdefghijklmnop';
    const { send, texts, notes } = make(
      `curl https://chat.example/api/webhooks/4711/${secret} -d '{"text":"hi","secret_token":"canary-4712"}'`,
    );
    assert.equal(send().url, 'https://chat.example/hook/test');
    assert.ok(!/canary/.test(texts + notes.join()), texts);
    assert.match(notes[0]!, /^Taken from the address: a linked account has "Webhook address"/);
    const repository = make('curl https://api.shop.example/repos/some-long-repository-name-2024/issues');
    assert.equal(repository.send().url, 'https://api.shop.example/repos/some-long-repository-name-2024/issues');
  });

  it('sends forms, and a file as the person of a workflow chooses it', () => {
    const { send } = make(`curl https://api.shop.example/a -d name=Ada -d city=Oslo`, { name: 'Bo', city: 'Rome' });
    assert.equal(send().body!.toString(), 'name=Bo&city=Rome');
    const { action } = make(
      `curl https://api.shop.example/files -F 'title=Hi' -F 'doc=@report.pdf;type=application/pdf'`,
    );
    assert.deepEqual([action.upload!.send, action.upload!.file], ['form', 'doc']);
    const whole = make(`curl -T report.pdf https://api.shop.example/files/report`);
    assert.deepEqual([whole.action.request.method, whole.action.upload!.send], ['PUT', 'body']);
    const search = make(`curl -G https://api.shop.example/a --data-urlencode 'q=a b'`, { q: 'c d' }).send();
    assert.deepEqual([search.method, search.url], ['GET', 'https://api.shop.example/a?q=c%20d']);
  });

  it('says what it did not take over', () => {
    const { notes, texts } = make(
      `curl -k 'http://api.shop.example/a' -b 'session=canary-4711' -H 'X-Api-Key: canary-4712' -H 'X-Auth-Token: canary-4713' | jq .`,
    );
    const left = notes.join('\n');
    for (const part of ['-k: ', '-b: ', 'http://', 'what follows |', 'the header X-Auth-Token: '])
      assert.ok(left.includes(part), left);
    assert.ok(!/canary/.test(texts + left));
  });

  it('refuses what is no curl command, and what has no address', () => {
    assert.throws(() => make('wget https://api.shop.example'), /must begin with curl, got "wget"/);
    assert.throws(() => make('curl -X POST -d a=b'), /has no address/);
    assert.throws(() => make('curl "$HOST/things"'), /is not an address/);
    assert.throws(() => make('curl -X BREW https://api.shop.example/a'), /BREW/);
  });
});
