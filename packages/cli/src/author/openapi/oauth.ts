import type { Flow, SecurityScheme } from './model.ts';
import type { WrittenScheme } from './sign-in.ts';

/**
 * Writes a sign-in with OAuth 2: the flow with a code, else that of client credentials. Gives undefined where the
 * scheme has neither, or does not say where they go.
 */
export function writeOAuth({ flows = [] }: SecurityScheme): WrittenScheme | undefined {
  const flowOf = (grant: string): Flow | undefined =>
    flows.find(
      (flow) => flow.grant === grant && isAddress(flow.tokenUrl) && isAddress(flow.refreshUrl ?? flow.tokenUrl),
    );
  const code = flowOf('authorizationCode');
  if (code !== undefined && isAddress(code.authorizeUrl)) return writeCode(code);
  const client = flowOf('clientCredentials');
  return client === undefined ? undefined : writeClient(client);
}

function isAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url) && !/[{}]/.test(url);
}

function writeCode({ authorizeUrl, tokenUrl, refreshUrl, scopes }: Flow): WrittenScheme {
  return {
    signIn: {
      kind: 'oauth2',
      grant: 'authorizationCode',
      ...scopesOf(scopes),
      authorize: { url: authorizeUrl! },
      token: { url: tokenUrl! },
      ...(refreshUrl === undefined || refreshUrl === tokenUrl ? {} : { refresh: { url: refreshUrl } }),
    },
    fields: [],
    hosts: [authorizeUrl!, tokenUrl!, refreshUrl].filter((url) => url !== undefined).map(hostOf),
  };
}

function writeClient({ tokenUrl, scopes }: Flow): WrittenScheme {
  return {
    signIn: {
      kind: 'oauth2',
      grant: 'clientCredentials',
      client: { id: '{{account.clientId}}', secret: '{{account.clientSecret}}' },
      ...scopesOf(scopes),
      token: { url: tokenUrl! },
    },
    fields: [
      { name: 'clientId', label: 'Client id' },
      { name: 'clientSecret', label: 'Client secret', secret: true },
    ],
    hosts: [hostOf(tokenUrl!)],
  };
}

function scopesOf(scopes: readonly string[]): { scopes?: string[] } {
  return scopes.length === 0 ? {} : { scopes: scopes.slice(0, 200) };
}

function hostOf(url: string): string {
  return new URL(url).host;
}
