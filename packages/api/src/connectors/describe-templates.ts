import type { ConnectorPackage } from '@tallyhook/schemas';
import type { ConnectorTemplate } from '@tallyhook/schemas/api';

/** The workflows that a connector brings for people to begin with. */
export function describeTemplates(workflows: NonNullable<ConnectorPackage['workflows']>): ConnectorTemplate[] {
  return Object.entries(workflows).map(([id, definition]) => ({
    ...{ id, name: definition.name, description: definition.description ?? '' },
    definition: { ...definition },
  }));
}
