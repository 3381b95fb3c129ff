import assert from 'node:assert/strict';
import type { OAuthSignIn } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { oauthPackage } from '../../test/token-service.ts';
import { accountFromValues, accountValueNames, checkAccount, describeAccount } from './accounts.ts';

describe('account input', () => {
  const check = (values: unknown): string[] =>
    checkAccount(makePackage({}), values).map(({ pointer, code }) => `${pointer} ${code}`);

  it('must have all required fields and no unknown ones', () => {
    assert.deepEqual(check({ token: 'test' }), []);
    assert.deepEqual(check({ shop: 'fern' }), ['# missing_key']);
    assert.deepEqual(check({ token: 'test', tokn: 'x' }), ['#/tokn unknown_key']);
    assert.deepEqual(check({ token: '' }), ['#/token too_short']);
    assert.deepEqual(check({ token: 7 }), ['#/token wrong_type']);
  });

  it('for OAuth 2 is a token and its refresh token, with client credentials no token', () => {
    const names = (signIn: Partial<OAuthSignIn>): string[] =>
      accountValueNames(oauthPackage(signIn)).map(({ name, optional }) => (optional === true ? `${name}?` : name));
    assert.deepEqual(names({}), ['shop', 'accessToken', 'refreshToken?', 'expiresAt?', 'refreshExpiresAt?']);
    assert.deepEqual(names({ grant: 'clientCredentials' }), [
      ...['shop', 'accessToken?', 'refreshToken?', 'expiresAt?', 'refreshExpiresAt?'],
    ]);
  });

  it('with a fixed list of values has one of them', () => {
    const region = { name: 'region', label: 'Region', choices: [{ value: 'eu', label: 'Europe' }, { value: 'us' }] };
    const declared = { fields: [region], label: 'x', externalId: '{{account.region}}' };
    const released = makePackage({ connector: { account: declared, signIn: { kind: 'none' } } });
    assert.deepEqual(checkAccount(released, { region: 'eu' }), []);
    assert.deepEqual(
      checkAccount(released, { region: 'mars' }).map(({ pointer, code }) => `${pointer} ${code}`),
      ['#/region not_allowed'],
    );
  });

  it('for OAuth 2 may say when the tokens expire', () => {
    const values = { shop: 'fern', accessToken: 'a', refreshToken: 'r' };
    const released = oauthPackage();
    const given = { ...values, expiresAt: '2027-01-01T00:00:00Z', refreshExpiresAt: '2027-04-01T00:00:00+02:00' };
    assert.deepEqual(checkAccount(released, given), []);
    assert.deepEqual(accountFromValues(released, given), {
      ...values,
      expiresAt: Date.UTC(2027, 0, 1),
      refreshExpiresAt: Date.UTC(2027, 2, 31, 22),
    });
    assert.deepEqual(
      checkAccount(released, { ...values, expiresAt: 'next year' }).map(({ pointer, code }) => `${pointer} ${code}`),
      ['#/expiresAt wrong_format'],
    );
  });

  it('for OAuth 2 leads no credential to a host that the sign-in could not have brought', () => {
    const keep = { apiHost: { value: '{{response.body.api_domain}}', hosts: ['*.example.com'] } };
    const released = oauthPackage({ keep });
    const check = (apiHost: string) => checkAccount(released, { shop: 'fern', accessToken: 'a', apiHost });
    assert.deepEqual(check('na2.example.com'), []);
    assert.deepEqual(check('https://na2.example.com'), []);
    for (const host of ['evil.org', 'na2.example.com.evil.org', 'evil.org/na2.example.com', 'https://evil.org'])
      assert.deepEqual(
        check(host).map(({ pointer, code }) => `${pointer} ${code}`),
        ['#/apiHost not_allowed'],
        host,
      );
    const values = { shop: 'fern', accessToken: 'a', apiHost: 'https://NA2.example.com' };
    assert.equal(accountFromValues(released, values)['apiHost'], 'na2.example.com');
  });

  it('is never quoted in error messages', () => {
    assert.ok(!JSON.stringify(checkAccount(makePackage({}), { token: ['canary'], canary: 1 })).includes('["canary"]'));
  });
});

describe('account', () => {
  it('gets its label and external id from its values', () => {
    assert.deepEqual(describeAccount(makePackage({}), { account }), { label: 'fern', externalId: 'fern' });
  });

  it("gets its external id from the service's response", () => {
    const declared = { fields: [], label: '{{test.body.name}}', externalId: '{{test.body.id}}' };
    const released = makePackage({ connector: { account: declared } });
    const test = { status: 200, headers: {}, body: { id: 42 } };
    assert.deepEqual(describeAccount(released, { account, test }), { label: 'Tracker', externalId: '42' });
    assert.deepEqual(describeAccount(released, { account }), { label: 'Tracker', externalId: null });
  });

  it('gets no more than 200 characters of what the service answers as its label', () => {
    const account = { fields: [], label: '{{test.body.name}}', externalId: 'team-1' };
    const released = makePackage({ connector: { account } });
    const labelOf = (name: string) =>
      describeAccount(released, { account: {}, test: { status: 200, headers: {}, body: { name } } }).label;
    assert.equal(labelOf('🐦'.repeat(5000)), '🐦'.repeat(200));
    assert.equal(labelOf('🐦'.repeat(200)), '🐦'.repeat(200));
  });
});
