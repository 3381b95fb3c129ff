import type { ConnectorPackage } from '@tallyhook/schemas';
import type { ConnectorOffer } from '@tallyhook/schemas/api';
import type { Release } from '@tallyhook/store/connectors';

/** A release as the marketplace shows it in its list. */
export function describeOffer(
  { notes: _, ...release }: Release,
  { connector, icon }: ConnectorPackage,
): ConnectorOffer {
  const { description = '', categories = ['tools'] } = connector;
  const { connector: id, name, version, sha256, workspaceId, releasedAt, isPublic } = release;
  return {
    ...{ connector: id, name, version, sha256, workspaceId, releasedAt, isPublic },
    ...{ description, categories: [...categories], icon: icon ?? null },
  };
}
