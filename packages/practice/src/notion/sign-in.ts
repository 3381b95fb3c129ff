import type { SignInFault, SignInVendor } from '../sign-in/vendor.ts';
import { refuse } from './notion.ts';

/** Notion: Basic together with JSON, `owner=user`, tokens that never expire, single-use refresh tokens. */
export const notionSignIn: SignInVendor = {
  authorizePath: '/v1/oauth/authorize',
  tokenPath: '/v1/oauth/token',
  scopeSeparator: ' ',
  client: ['basic'],
  bodies: ['json'],
  knowsPkce: false,
  repeatsRedirect: true,
  needs: { response_type: 'code', owner: 'user' },
  tokenPrefix: 'ntn_',
  refreshes: () => true,
  rotates: true,
  writeTokens: ({ accessToken, refreshToken }) => ({
    access_token: accessToken,
    token_type: 'bearer',
    refresh_token: refreshToken,
    bot_id: 'b3414d65-1224-5ab2-8c9c-0a7b8b5f0c4e',
    workspace_id: 'j565j4d7-practice',
    workspace_name: 'Practice',
    workspace_icon: null,
    owner: { type: 'user', user: { object: 'user', id: 'u1' } },
    duplicated_template_id: null,
  }),
  writeFault: (fault) => faults[fault],
};

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const faults: Record<SignInFault, ReturnType<SignInVendor['writeFault']>> = {
  wrong_client: { status: 401, body: { error: 'invalid_client' } },
  wrong_code: invalidGrant,
  wrong_redirect: invalidGrant,
  wrong_verifier: invalidGrant,
  wrong_refresh_token: invalidGrant,
  wrong_grant: { status: 400, body: { error: 'unsupported_grant_type' } },
  wrong_body: refuse(400, 'invalid_json', 'Error parsing JSON body.'),
};
