import type { ConnectorPackage } from '@tallyhook/schemas';
import type { ConnectorOffer } from '@tallyhook/schemas/api';
import type { Release } from '@tallyhook/store/connectors';

/** A release as the marketplace shows it in its list, without its notes. */
export function describeOffer(
  { connector: id, name, version, sha256, workspaceId, releasedAt, isPublic }: Release,
  { connector, icon }: ConnectorPackage,
): ConnectorOffer {
  const { description = '', categories = ['tools'] } = connector;
  return {
    ...{ connector: id, name, version, sha256, workspaceId, releasedAt, isPublic },
    ...{ description, categories: [...categories], icon: icon ?? null },
  };
}
