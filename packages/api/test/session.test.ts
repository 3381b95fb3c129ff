import assert from 'node:assert/strict';
import { abilitiesOf } from '@tallyhook/store/people';
import { assertProblem, send, startService, type Answered, type Founded, type Service } from './start-service.ts';

const cookieOf = (answered: Answered) => ({ cookie: answered.headers.get('set-cookie')?.split(';')[0] ?? '' });

describe('/api/session', () => {
  let service: Service;
  let founded: Founded;
  let email: string;

  before(async () => {
    service = await startService({ signInRates: { perEmail: 3, perAddress: 40 } });
    founded = await service.found();
    email = (await send(service, 'GET', '/api/session', { as: founded.owner })).body.person.email;
  });

  after(() => service?.stop());

  const signIn = (json: unknown, headers = {}) => send(service, 'POST', '/api/session', { json, headers });

  it('refuses an unknown email and a wrong password with the same answer', async () => {
    const [unknown, wrong] = [
      await signIn({ email: 'nobody@example.com', password: 'correct horse' }),
      await signIn({ email, password: 'wrong horse' }),
    ];
    assertProblem(unknown, 401, 'wrong_credentials');
    assertProblem(wrong, 401, 'wrong_credentials');
    assert.equal(unknown.body.detail, wrong.body.detail);
    assert.equal(wrong.headers.get('set-cookie'), null);
  });

  it('refuses a body that is not exactly an email and a password', async () => {
    for (const json of [{}, [], null, 'x', { email }, { email, password: 1 }, { email, password: 'x', admin: true }]) {
      assertProblem(await signIn(json), 422, 'invalid_input');
    }
    assertProblem(await signIn({ email: { $ne: '' }, password: { $ne: '' } }), 422, 'invalid_input');
  });

  it('refuses a body that is not JSON or has another content type', async () => {
    const post = (body: string, type: string) =>
      send(service, 'POST', '/api/session', { body, headers: { 'content-type': type } });
    assertProblem(await post('{"email":', 'application/json'), 400, 'invalid_json');
    assertProblem(await post('', 'application/json'), 400, 'invalid_json');
    const right = JSON.stringify({ email, password: 'correct horse' });
    assertProblem(await post(right, 'text/plain'), 415, 'unsupported_type');
    assertProblem(await post(right, 'application/x-www-form-urlencoded'), 415, 'unsupported_type');
    assertProblem(await post(right, 'application/json; charset=latin1'), 415, 'unsupported_type');
  });

  it('refuses a sign-in from a page of another site', async () => {
    const right = { email, password: 'correct horse' };
    assertProblem(await signIn(right, { origin: 'https://evil.example' }), 403, 'wrong_origin');
    assertProblem(await signIn(right, { 'sec-fetch-site': 'cross-site' }), 403, 'wrong_origin');
  });

  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const answered = await signIn({ email: ` ${email.toUpperCase()} `, password: 'correct horse' });
    assert.equal(answered.status, 200);
    const cookie = answered.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^tallyhook_session=[\w-]{43}; /);
    assert.match(cookie, /HttpOnly/);
    assert.match(cookie, /SameSite=Lax/);
    assert.match(cookie, /Path=\/(;|$)/);
    assert.deepEqual(answered.body, {
      person: { id: founded.personId, email, name: answered.body.person.name },
      workspaces: [
        {
          id: founded.workspaceId,
          name: 'Bakery',
          role: 'owner',
          abilities: [...abilitiesOf('owner')],
          branches: ['main'],
          limits: [],
          timezone: 'UTC',
          weekStart: 'monday',
        },
      ],
      isOperator: false,
      canMakeWorkspaces: true,
    });
  });

  it('starts a new session at each sign-in and ends the previous one of the browser', async () => {
    const right = { email, password: 'correct horse' };
    const first = cookieOf(await signIn(right));
    const second = cookieOf(await send(service, 'POST', '/api/session', { as: first, json: right }));
    assert.notEqual(first.cookie, second.cookie);
    assertProblem(await send(service, 'GET', '/api/session', { as: first }), 401, 'sign_in_required');
    assert.equal((await send(service, 'GET', '/api/session', { as: second })).status, 200);
  });

  it('accepts no session id chosen by somebody else', async () => {
    const chosen = { cookie: `tallyhook_session=${'A'.repeat(43)}` };
    await send(service, 'POST', '/api/session', { as: chosen, json: { email, password: 'correct horse' } });
    assertProblem(await send(service, 'GET', '/api/session', { as: chosen }), 401, 'sign_in_required');
  });

  it('ends immediately when the person signs out, even for a copy of the cookie', async () => {
    const session = cookieOf(await signIn({ email, password: 'correct horse' }));
    const left = await send(service, 'DELETE', '/api/session', { as: session });
    assert.equal(left.status, 204);
    assert.match(left.headers.get('set-cookie') ?? '', /tallyhook_session=;.*1970/);
    assertProblem(await send(service, 'GET', '/api/session', { as: session }), 401, 'sign_in_required');
  });

  describe('wrong passwords', () => {
    let proxied: Service;
    let time = new Date('2126-03-10T12:00:00Z');

    before(async () => {
      const signInRates = { perEmail: 3, perAddress: 20 };
      proxied = await startService({ signInRates, trustedProxies: 'loopback', now: () => time });
    });
    after(() => proxied?.stop());

    const found = async () => {
      const made = await proxied.found();
      return (await send(proxied, 'GET', '/api/session', { as: made.owner })).body.person.email as string;
    };
    const from = (address: string, given: string, password: string, at = proxied) =>
      send(at, 'POST', '/api/session', {
        json: { email: given, password },
        headers: { 'x-forwarded-for': address },
      });

    it('pause the address that guesses, not the person who is guessed', async () => {
      const victim = await found();
      const answers = await Promise.all(Array.from({ length: 6 }, () => from('192.0.2.1', victim, 'wrong horse')));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [401, 401, 401, 429, 429, 429]);
      const refused = await from('192.0.2.1', victim, 'correct horse');
      assertProblem(refused, 429, 'too_many_requests');
      assert.equal(refused.headers.get('retry-after'), '60');
      assert.equal((await from('192.0.2.2', victim, 'correct horse')).status, 200);
    });

    it('double the pause with each further failure, up to an hour', async () => {
      const victim = await found();
      const pauses: number[] = [];
      for (let failures = 1; failures < 3 + 8; failures += 1) {
        assert.equal((await from('192.0.2.3', victim, 'wrong horse')).status, 401);
        const refused = failures < 3 ? undefined : await from('192.0.2.3', victim, 'wrong horse');
        const seconds = Number(refused?.headers.get('retry-after') ?? 0);
        if (seconds > 0) pauses.push(seconds / 60);
        time = new Date(time.getTime() + seconds * 1000);
      }
      assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
      assert.equal((await from('192.0.2.3', victim, 'correct horse')).status, 200);
    });

    it('count over all emails of an address, and in every api process', async () => {
      const second = await startService({
        ...{ signInRates: { perEmail: 3, perAddress: 20 }, trustedProxies: 'loopback', now: () => time },
        store: proxied.store,
      });
      const guess = (index: number) =>
        from('192.0.2.4', `person-${index}@example.org`, 'wrong horse', index % 2 === 0 ? proxied : second);
      for (let index = 0; index < 20; index += 1) assert.equal((await guess(index)).status, 401);
      const refused = [await guess(20), await guess(21)];
      await second.stop();
      for (const answered of refused) assertProblem(answered, 429, 'too_many_requests');
    });

    it('are not counted for people who sign in', async () => {
      const person = await found();
      for (let index = 0; index < 25; index += 1)
        assert.equal((await from('192.0.2.5', person, 'correct horse')).status, 200);
    });
  });

  it('pauses an address that tried too many keys, which locks neither its passwords nor valid keys', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 45; at++) {
      statuses.push((await send(service, 'GET', '/api/types', { as: { key: `th_guess${at}` } })).status);
    }
    assert.equal(statuses.at(0), 401);
    assert.equal(statuses.at(-1), 429);
    assert.equal((await send(service, 'GET', '/api/types', { as: founded.readKey })).status, 200);
    assert.equal((await signIn({ email, password: 'correct horse' })).status, 200);
  });

  it('writes no password, cookie or key to the log', () => {
    const log = service.log.join('\n');
    assert.ok(log.includes('/api/session'));
    for (const secret of [
      'correct horse',
      'wrong horse',
      'tallyhook_session',
      'th_guess',
      founded.readKey.key,
      email,
    ]) {
      assert.ok(!log.includes(secret), `the log holds ${secret}`);
    }
  });
});

describe('behind TLS and a proxy', () => {
  const guess = async (service: Service, address: string) =>
    (await send(service, 'GET', '/api/types', { as: { key: 'th_guess' }, headers: { 'x-forwarded-for': address } }))
      .status;

  it('sends the session cookie only over TLS, and tells browsers to stay there', async () => {
    const service = await startService({ baseUrl: 'https://tallyhook.test' });
    try {
      const { owner } = await service.found();
      const left = await send(service, 'DELETE', '/api/session', { as: owner });
      assert.match(left.headers.get('set-cookie') ?? '', /; Secure/);
      assert.match(left.headers.get('strict-transport-security') ?? '', /max-age=\d{7,}/);
    } finally {
      await service.stop();
    }
  });

  it('lets nobody choose the address under which guesses are counted', async () => {
    const service = await startService({ signInRates: { perEmail: 5, perAddress: 3 } });
    try {
      const statuses = [];
      for (let at = 0; at < 5; at++) statuses.push(await guess(service, `192.0.2.${at}`));
      assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
    } finally {
      await service.stop();
    }
  });

  it('counts guesses by the address that a trusted proxy names', async () => {
    const service = await startService({ signInRates: { perEmail: 5, perAddress: 1 }, trustedProxies: 'loopback' });
    try {
      assert.deepEqual([await guess(service, '192.0.2.1'), await guess(service, '192.0.2.2')], [401, 401]);
      assert.equal(await guess(service, '192.0.2.1'), 429);
    } finally {
      await service.stop();
    }
  });
});
