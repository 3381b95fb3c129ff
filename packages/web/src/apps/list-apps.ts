import type { AppList, AppOffer } from '@tallyhook/schemas/api';
import type { OfferSearch, OfferState } from '../marketplace/find-offers.ts';

/** An app of the marketplace, as the branch has it. */
export interface ShownApp extends AppOffer {
  state: OfferState;
}

/** The apps that fit what is searched for. Apps have no category. */
export function listApps(
  { marketplace, installed }: AppList,
  { find = '', category, state, kind }: OfferSearch,
): ShownApp[] {
  if (category !== undefined || kind === 'connectors') return [];
  const versions = new Map(installed.map(({ app, version }) => [app, version]));
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return marketplace
    .map((offer): ShownApp => {
      const version = versions.get(offer.app);
      return { ...offer, state: version === undefined ? 'none' : version === offer.version ? 'installed' : 'update' };
    })
    .filter((app) => words.every((word) => `${app.name} ${app.description}`.toLowerCase().includes(word)))
    .filter((app) => state === undefined || app.state === state || (state === 'installed' && app.state === 'update'));
}
