import { createHash } from 'node:crypto';
import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { readForm, readJson } from '../read-body.ts';
import { type AccessList, type Grant, practiceClient } from './access-list.ts';
import type { NewTokens, SignInFault, SignInVendor } from './vendor.ts';

/** Answers a token request with a code or with a refresh token. */
export function answerToken(vendor: SignInVendor, access: AccessList, request: PracticeRequest): PracticeAnswer {
  const read = readTokens(vendor, access, request);
  const answer = typeof read === 'string' ? vendor.writeFault(read) : { status: 200, body: vendor.writeTokens(read) };
  return vendor.write?.(answer, request) ?? answer;
}

function readTokens(vendor: SignInVendor, access: AccessList, request: PracticeRequest): NewTokens | SignInFault {
  const body = readBody(vendor, request);
  if (body === undefined) return 'wrong_body';
  if (!knowsClient(vendor, request, body)) return 'wrong_client';
  // GitHub, Slack and Shopify accept a code without grant_type.
  const kind = body['grant_type'] ?? (body['code'] === undefined ? '' : 'authorization_code');
  if (kind === 'refresh_token') return refresh(vendor, access, body);
  if (kind !== 'authorization_code') return 'wrong_grant';
  const grant = access.takeCode(body['code'] ?? '');
  const fault = grant === undefined ? 'wrong_code' : findFault(vendor, grant, body);
  if (grant === undefined || fault !== undefined) return fault ?? 'wrong_code';
  const refreshes = vendor.refreshes(grant.asked, body);
  return {
    ...access.begin(grant, { prefix: vendor.tokenPrefix, refreshes }),
    scopes: grant.scopes,
    asked: grant.asked,
  };
}

function refresh(vendor: SignInVendor, access: AccessList, body: Record<string, string>): NewTokens | SignInFault {
  const options = { prefix: vendor.tokenPrefix, rotates: vendor.rotates };
  const next = access.goOn(body['refresh_token'] ?? '', options);
  if (next === undefined) return 'wrong_refresh_token';
  const { grant, ...tokens } = next;
  return { ...tokens, scopes: grant.scopes, asked: grant.asked };
}

function readBody({ bodies }: SignInVendor, request: PracticeRequest): Record<string, string> | undefined {
  const form = bodies.includes('form') ? readForm(request) : undefined;
  const json = bodies.includes('json') ? readJson(request) : undefined;
  if (form !== undefined || json === undefined) return form;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)]));
}

function knowsClient({ client }: SignInVendor, { headers }: PracticeRequest, body: Record<string, string>): boolean {
  const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (headers.authorization !== undefined) {
    // A Bearer token of the API is not accepted here.
    if (basic === undefined || !client.includes('basic')) return false;
    return Buffer.from(basic, 'base64').toString('utf8') === `${practiceClient.id}:${practiceClient.secret}`;
  }
  if (!client.includes('body')) return false;
  return body['client_id'] === practiceClient.id && body['client_secret'] === practiceClient.secret;
}

function findFault(vendor: SignInVendor, grant: Grant, body: Record<string, string>): SignInFault | undefined {
  const isSame =
    body['redirect_uri'] === grant.redirect || (!vendor.repeatsRedirect && body['redirect_uri'] === undefined);
  if (!isSame) return 'wrong_redirect';
  if (grant.challenge === undefined) return undefined;
  const digest = createHash('sha256')
    .update(body['code_verifier'] ?? '')
    .digest('base64url');
  return digest === grant.challenge ? undefined : 'wrong_verifier';
}
