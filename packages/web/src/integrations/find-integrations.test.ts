import assert from 'node:assert/strict';
import type { InstalledConnector, LinkedAccount } from '@tallyhook/schemas/api';
import { findIntegrations } from './find-integrations.ts';

const connector = (id: string, name: string) => ({ id, name }) as InstalledConnector;
const account = (of: string, label: string, externalId: string | null = null) =>
  ({ connector: of, label, externalId }) as LinkedAccount;

describe('finding integrations', () => {
  const connectors = [connector('google-drive', 'Google Drive'), connector('slack', 'Slack')];
  const accounts = [account('google-drive', 'Fern'), account('slack', 'Harbor', 'T024'), account('slack', 'Fern')];
  const found = (find: string) =>
    findIntegrations(connectors, accounts, find).map((one) => [
      one.connector.id,
      ...one.accounts.map((own) => own.label),
    ]);

  it('shows all accounts of a connector that fits by its name or id', () => {
    assert.deepEqual(found(' drive  GOOGLE '), [['google-drive', 'Fern']]);
    assert.deepEqual(found('slack'), [['slack', 'Harbor', 'Fern']]);
  });

  it('shows only the accounts that fit by their label or id, which may be named with their connector', () => {
    assert.deepEqual(found('fern'), [
      ['google-drive', 'Fern'],
      ['slack', 'Fern'],
    ]);
    assert.deepEqual(found('t024'), [['slack', 'Harbor']]);
    assert.deepEqual(found('slack fern'), [['slack', 'Fern']]);
    assert.deepEqual(found('drive harbor'), []);
  });

  it('shows everything without words', () => {
    assert.equal(findIntegrations(connectors, accounts, ' ').flatMap((one) => one.accounts).length, 3);
  });
});
