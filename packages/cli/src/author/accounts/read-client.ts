import { Problem } from '@tallyhook/schemas';
import type { SignInClient } from '@tallyhook/sdk';
import { readSecrets } from '../../secrets.ts';
import type { Settings } from '../../settings.ts';

/** The OAuth 2 client as given on the command line. */
export interface ClientOptions {
  clientId?: string;
  clientSecret?: string;
}

/** Reads the OAuth 2 client; for `-` it asks for the secret or reads standard input. */
export async function readClient(
  settings: Settings,
  { clientId, clientSecret }: ClientOptions,
): Promise<SignInClient | undefined> {
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined) throw new Problem('invalid_usage', '--client-secret needs --client-id.');
  const secret = clientSecret === '-' ? (await readSecrets(settings, ['client secret']))[0] : clientSecret;
  return { id: clientId, ...(secret !== undefined && { secret }) };
}
