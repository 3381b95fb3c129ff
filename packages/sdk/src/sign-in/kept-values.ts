import type { KeptValue, OAuthSignIn } from '@tallyhook/schemas';
import { templateOf } from '../templates/render.ts';

/** The values that are kept from the redirect, and are there before the token request. */
export function keptFromRedirect({ keep }: OAuthSignIn): [name: string, kept: KeptValue][] {
  return Object.entries(keep ?? {}).filter(([, { value }]) => !readsAnswer(value));
}

/** The values that are kept from the answer to the token request. */
export function keptFromToken({ keep }: OAuthSignIn): [name: string, kept: KeptValue][] {
  return Object.entries(keep ?? {}).filter(([, { value }]) => readsAnswer(value));
}

function readsAnswer(value: string): boolean {
  return templateOf(value).paths.some(({ segments }) => segments[0]!.name === 'response');
}
