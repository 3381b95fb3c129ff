import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type AccessList, practiceClient } from './access-list.ts';
import type { SignInVendor } from './vendor.ts';

/** Answers the consent page: redirects to the application with a code. Mistakes are shown on the page. */
export function answerAuthorize(vendor: SignInVendor, access: AccessList, request: PracticeRequest): PracticeAnswer {
  const asked: Record<string, string> = Object.fromEntries(request.query);
  const mistake = findMistake(vendor, asked);
  if (mistake !== undefined) return { status: 400, body: `Error 400: ${mistake}` };
  const redirect = asked['redirect_uri']!;
  const code = access.addCode({
    redirect,
    challenge: vendor.knowsPkce ? asked['code_challenge'] : undefined,
    scopes: (asked['scope'] ?? '').split(vendor.scopeSeparator).filter((scope) => scope !== ''),
    asked,
  });
  const back = new URL(redirect);
  const state: Record<string, string> = asked['state'] === undefined ? {} : { state: asked['state'] };
  const values: Record<string, string> = { code, ...state, ...vendor.redirectExtras?.(request) };
  for (const [name, value] of Object.entries(values)) back.searchParams.set(name, value);
  return { status: 302, headers: { location: back.href }, body: '' };
}

function findMistake(
  { needs = {}, scopeSeparator, knowsPkce }: SignInVendor,
  asked: Record<string, string>,
): string | undefined {
  if (asked['client_id'] !== practiceClient.id) return 'invalid_client: The OAuth client was not found.';
  if (!URL.canParse(asked['redirect_uri'] ?? '')) return 'redirect_uri_mismatch';
  const missing = Object.entries(needs).find(([name, value]) => asked[name] !== value);
  if (missing !== undefined) return `invalid_request: ${missing[0]} must be ${missing[1]}`;
  const other = scopeSeparator === ',' ? ' ' : ',';
  if (asked['scope']?.includes(other)) return `invalid_scope: ${asked['scope']}`;
  if (!knowsPkce || asked['code_challenge'] === undefined) return undefined;
  if (asked['code_challenge_method'] !== 'S256') return 'invalid_request: code_challenge_method must be S256';
  return /^[\w-]{43}$/.test(asked['code_challenge']) ? undefined : 'invalid_request: code_challenge';
}
