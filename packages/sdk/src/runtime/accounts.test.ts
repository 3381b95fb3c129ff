import assert from 'node:assert/strict';
import type { OAuthSignIn } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { oauthPackage } from '../../test/token-service.ts';
import { accountValueNames, checkAccount, describeAccount } from './accounts.ts';

describe('what a person gives to link an account', () => {
  const check = (values: unknown): string[] =>
    checkAccount(makePackage({}), values).map(({ pointer, code }) => `${pointer} ${code}`);

  it('has all fields that are not optional, and no others', () => {
    assert.deepEqual(check({ token: 'test' }), []);
    assert.deepEqual(check({ shop: 'fern' }), ['# missing_key']);
    assert.deepEqual(check({ token: 'test', tokn: 'x' }), ['#/tokn unknown_key']);
    assert.deepEqual(check({ token: '' }), ['#/token too_short']);
    assert.deepEqual(check({ token: 7 }), ['#/token wrong_type']);
  });

  it('is for OAuth 2 a token that somebody has, and what refreshes it; for client credentials no token at all', () => {
    const names = (signIn: Partial<OAuthSignIn>): string[] =>
      accountValueNames(oauthPackage(signIn)).map(({ name, optional }) => (optional === true ? `${name}?` : name));
    assert.deepEqual(names({}), ['shop', 'accessToken', 'refreshToken?']);
    assert.deepEqual(names({ grant: 'clientCredentials' }), ['shop', 'accessToken?', 'refreshToken?']);
  });

  it('is not repeated in what is said about it', () => {
    assert.ok(!JSON.stringify(checkAccount(makePackage({}), { token: ['canary'], canary: 1 })).includes('["canary"]'));
  });
});

describe('an account', () => {
  it('is called and recognised by its values', () => {
    assert.deepEqual(describeAccount(makePackage({}), { account }), { label: 'fern', externalId: 'fern' });
  });

  it('is recognised by what the service answered', () => {
    const declared = { fields: [], label: '{{test.body.name}}', externalId: '{{test.body.id}}' };
    const released = makePackage({ connector: { account: declared } });
    const test = { status: 200, headers: {}, body: { id: 42 } };
    assert.deepEqual(describeAccount(released, { account, test }), { label: 'Tracker', externalId: '42' });
    assert.deepEqual(describeAccount(released, { account }), { label: 'Tracker', externalId: null });
  });
});
