import assert from 'node:assert/strict';
import type { OAuthSignIn } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { oauthPackage } from '../../test/token-service.ts';
import { accountValueNames, checkAccount, describeAccount } from './accounts.ts';

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
    assert.deepEqual(names({}), ['shop', 'accessToken', 'refreshToken?']);
    assert.deepEqual(names({ grant: 'clientCredentials' }), ['shop', 'accessToken?', 'refreshToken?']);
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
});
