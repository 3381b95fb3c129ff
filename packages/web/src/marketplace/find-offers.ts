import type { ConnectorList, ConnectorOffer } from '@tallyhook/schemas/api';

/** Whether the workspace has a connector, and whether it has its newest version. */
export type OfferState = 'installed' | 'update' | 'none';

/** A connector of the marketplace, as the workspace has it. */
export interface Offer extends ConnectorOffer {
  state: OfferState;
}

/** What is searched for. */
export interface OfferSearch {
  find?: string;
  category?: string;
  state?: string;
  sort?: string;
  /** Only `apps`, or only `connectors`. */
  kind?: string;
}

/** The connectors of the marketplace with their state. */
export function listOffers({ marketplace, installed }: Pick<ConnectorList, 'marketplace' | 'installed'>): Offer[] {
  const versions = new Map(installed.map(({ connector, version }) => [connector, version]));
  return marketplace.map((offer) => {
    const version = versions.get(offer.connector);
    const state = version === undefined ? 'none' : version === offer.version ? 'installed' : 'update';
    return { ...offer, state };
  });
}

/** The connectors that have every word in their name or sentence, sorted by name. */
export function findOffers(offers: readonly Offer[], { find = '', category, state, sort, kind }: OfferSearch): Offer[] {
  if (kind === 'apps') return [];
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = offers.filter((offer) => {
    const text = `${offer.name} ${offer.description}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (category === undefined || offer.categories.includes(category)) &&
      (state === undefined || offer.state === state || (state === 'installed' && offer.state === 'update'))
    );
  });
  const byName = found.toSorted((one, other) => one.name.localeCompare(other.name));
  return sort === 'name-down' ? byName.reverse() : byName;
}
