import assert from 'node:assert/strict';
import type { LinkedAccount } from '@tallyhook/schemas/api';
import { usableAccounts } from './usable-accounts.ts';

const account = (id: string, more: Partial<LinkedAccount>) =>
  ({
    id,
    connector: 'crm',
    shared: false,
    ownerPersonId: 'ada',
    refused: null,
    stopped: null,
    ...more,
  }) as LinkedAccount;

describe('usableAccounts', () => {
  it('leaves out accounts of others and of other connectors, and puts those that work first', () => {
    const accounts = [
      account('theirs', { ownerPersonId: 'bob' }),
      account('other', { connector: 'erp' }),
      account('refused', { refused: { at: '2026-01-01T00:00:00Z', reason: 'no' } }),
      account('shared', { ownerPersonId: 'bob', shared: true }),
      account('own', {}),
    ];
    const found = usableAccounts(accounts, { connector: 'crm', personId: 'ada' });
    assert.deepEqual(
      found.map(({ id }) => id),
      ['shared', 'own', 'refused'],
    );
  });
});
