import type { Flow, Note, SecurityScheme } from './model.ts';
import type { WrittenScheme } from './sign-in.ts';

/**
 * Writes an OAuth 2 sign-in from the authorization code flow, else from client credentials. Returns undefined if the
 * scheme has neither or lacks their addresses.
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

/** Notes for each unused flow of a scheme why the connector does not sign in with it. */
export function noteFlows({ name, flows = [] }: SecurityScheme, { signIn }: WrittenScheme): Note[] {
  const taken = signIn.kind === 'oauth2' ? signIn.grant : undefined;
  return (
    flows
      // With a token made elsewhere, an undeclarable flow may be the one that made it.
      .filter(({ grant }) => grant !== taken && (taken !== undefined || declarable.includes(grant)))
      .map((flow) => {
        const reason = whyNot(flow) ?? `a connector signs in one way, and this one uses the flow ${taken}`;
        return {
          kind: 'leftOut',
          pointer: flow.pointer,
          what: `the flow ${flow.grant} of the sign-in "${name}"`,
          reason,
        };
      })
  );
}

const declarable = ['authorizationCode', 'clientCredentials'];

/** Why a flow cannot be declared. */
function whyNot({ grant, authorizeUrl, tokenUrl, refreshUrl }: Flow): string | undefined {
  if (!declarable.includes(grant)) return 'this flow is not supported';
  const isCode = grant === 'authorizationCode';
  const needed = { ...(isCode && { authorizationUrl: authorizeUrl }), tokenUrl, refreshUrl: refreshUrl ?? tokenUrl };
  const [missing] = Object.entries(needed).filter(([, url]) => !isAddress(url));
  if (missing === undefined) return undefined;
  const [key, url] = missing;
  return url === undefined ? `it has no ${key}` : `its ${key} must be a full address, got "${url}"`;
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
