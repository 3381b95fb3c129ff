import type { ConnectorPackage } from '@tallyhook/schemas';
import type { ConnectorParts } from '@tallyhook/schemas/api';
import { describeSignIn } from './describe-sign-in.ts';

const noInput = { type: 'object', properties: {} };

/** How accounts of a connector are linked, and its actions and webhooks. */
export function describeParts({ connector, actions, webhooks }: ConnectorPackage): ConnectorParts {
  return {
    signIn: describeSignIn(connector),
    actions: Object.entries(actions).map(([action, { label, description = '', input, upload }]) => ({
      ...{ name: action, label, description, sendsFile: upload !== undefined },
      input: { ...input },
    })),
    webhooks: Object.entries(webhooks).map(([webhook, { label, description = '', subscribe, signature }]) => ({
      ...{ name: webhook, label, description },
      isSigned: signature !== undefined,
      subscribe: subscribe === undefined ? null : { ...(subscribe.input ?? noInput) },
    })),
  };
}
