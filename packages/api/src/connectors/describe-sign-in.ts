import type { Connector } from '@tallyhook/schemas';
import type { ConnectorSignIn } from '@tallyhook/schemas/api';

/** What a page needs to link an account of a connector. */
export function describeSignIn({ signIn, account, test }: Connector): ConnectorSignIn {
  const isOAuth = signIn.kind === 'oauth2';
  return {
    hasPage: isOAuth && signIn.grant === 'authorizationCode',
    needsClient: isOAuth && signIn.client === undefined,
    isTested: test !== undefined,
    optionalScopes: isOAuth
      ? (signIn.optionalScopes ?? []).map(({ scope, description }) => ({ scope, description }))
      : [],
    fields: (account?.fields ?? []).map(
      ({ name, label, description = '', secret = false, optional = false, choices = [] }) => ({
        ...{ name, label, description, secret, optional },
        choices: choices.map((choice) => ({ value: choice.value, label: choice.label ?? choice.value })),
      }),
    ),
  };
}
