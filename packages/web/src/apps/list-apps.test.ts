import assert from 'node:assert/strict';
import { listApps } from './list-apps.ts';

const offer = (app: string, name: string, description: string) => ({
  ...{ app, name, description, version: '1.1.0', isPublic: true },
});

describe('apps of the marketplace', () => {
  const apps = {
    marketplace: [offer('crm', 'CRM', 'Companies and deals'), offer('work', 'Work', 'Tickets')],
    installed: [{ app: 'work', version: '1.0.0', installedAt: '', installedBy: '' }],
  };
  const names = (search: Parameters<typeof listApps>[1]) => listApps(apps, search).map(({ name }) => name);

  it('say whether the branch has them, and are found by words and state', () => {
    assert.deepEqual(
      listApps(apps, {}).map(({ state }) => state),
      ['none', 'update'],
    );
    assert.deepEqual([names({ find: 'deals' }), names({ state: 'update' })], [['CRM'], ['Work']]);
  });

  it('are left out if connectors or a category are asked for', () => {
    assert.deepEqual([names({ kind: 'connectors' }), names({ category: 'mail' })], [[], []]);
  });
});
