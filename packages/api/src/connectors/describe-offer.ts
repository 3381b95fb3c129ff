import type { ConnectorPackage } from '@tallyhook/schemas';
import type { ConnectorOffer } from '@tallyhook/schemas/api';
import type { Release } from '@tallyhook/store/connectors';

/** A release as the marketplace shows it in its list. */
export function describeOffer(release: Release, { connector, icon }: ConnectorPackage): ConnectorOffer {
  const { description = '', categories = ['tools'] } = connector;
  return { ...release, description, categories: [...categories], icon: icon ?? null };
}
