import assert from 'node:assert/strict';
import type { ConnectorOffer } from '@tallyhook/schemas/api';
import { findOffers, listOffers } from './find-offers.ts';

const offerOf = (name: string, values: Partial<ConnectorOffer> = {}): ConnectorOffer => ({
  ...{ connector: name.toLowerCase(), name, version: '2.0.0', sha256: '', workspaceId: null, isPublic: true },
  ...{ releasedAt: '2026-11-28T08:00:00.000Z', description: '', categories: ['tools'], icon: null },
  ...values,
});

const installed = (connector: string, version: string) => ({
  ...{ connector, version, sha256: '', installedAt: '2026-11-28T08:00:00.000Z', installedBy: 'x', development: false },
});

describe('offers of the marketplace', () => {
  const offers = listOffers({
    marketplace: [
      offerOf('Slack', { categories: ['communication'], description: 'Post messages.' }),
      offerOf('GitHub', { categories: ['development', 'projects'] }),
      offerOf('Mastodon', { categories: ['communication'], description: 'Post statuses.' }),
    ],
    installed: [installed('slack', '1.0.0'), installed('github', '2.0.0')],
  });
  const names = (search: Parameters<typeof findOffers>[1]) => findOffers(offers, search).map(({ name }) => name);

  it('say whether they are installed, and whether there is an update', () => {
    assert.deepEqual(
      offers.map(({ name, state }) => [name, state]),
      [
        ['Slack', 'update'],
        ['GitHub', 'installed'],
        ['Mastodon', 'none'],
      ],
    );
  });

  it('are found by every word in name or sentence, by category and by state, sorted by name', () => {
    assert.deepEqual(names({}), ['GitHub', 'Mastodon', 'Slack']);
    assert.deepEqual(names({ sort: 'name-down' }), ['Slack', 'Mastodon', 'GitHub']);
    assert.deepEqual(names({ find: 'post SLACK' }), ['Slack']);
    assert.deepEqual(names({ category: 'communication' }), ['Mastodon', 'Slack']);
    assert.deepEqual(names({ state: 'installed' }), ['GitHub', 'Slack']);
    assert.deepEqual(names({ state: 'update' }), ['Slack']);
  });
});
