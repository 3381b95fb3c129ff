import type { Command } from 'commander';
import { Problem } from '@tallyhook/schemas';
import { createApi, type Api } from './api.ts';
import { printableLines } from './output.ts';
import { productAddress } from './product-address.ts';
import { readSession } from './session-file.ts';
import { defaultUrl, type Settings } from './settings.ts';

/** Options of every verb that talks to the product. */
export interface CommonOptions {
  json?: boolean;
  url?: string;
  workspace?: string;
  branch?: string;
}

/** Adds the common options, and an example in the help. */
export function withCommonOptions(command: Command, example: string): Command {
  return command
    .option('--json', 'print the result as JSON')
    .option('--url <address>', 'the address of the product (default: TALLYHOOK_URL, or where you logged in)')
    .option('--workspace <id>', 'the workspace to use, or !core (a key has its own)')
    .option('--branch <name>', 'the branch to use (default: main; a key has its own)')
    .addHelpText('after', `\nExample:\n  $ ${example}`);
}

/** Opens the product for one verb, with TALLYHOOK_KEY if set, else the saved session. */
export async function useApi<T>(settings: Settings, options: CommonOptions, use: (api: Api) => Promise<T>): Promise<T> {
  const api = await createApi(await findCaller(settings, options));
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}

/** Prints an answer: JSON for scripts with `--json`, else the text for people. */
export function print(settings: Settings, options: CommonOptions, answer: unknown, text: () => string): void {
  settings.output.write(`${options.json ? JSON.stringify(answer, null, 2) : printableLines(text())}\n`);
}

/** Determines the product's address for a verb. */
export async function findAddress(settings: Settings, options: CommonOptions): Promise<{ url: string }> {
  return findCaller(settings, options);
}

async function findCaller(settings: Settings, { url, workspace, branch }: CommonOptions) {
  const named = url ?? settings.url;
  const given = named === undefined ? undefined : productAddress(named);
  if (settings.key !== undefined) return { url: given ?? defaultUrl, key: settings.key };
  const session = await readSession(settings.sessionFile);
  const address = given ?? session?.url;
  if (session === undefined || address === undefined || !sameOrigin(session.url, address)) {
    throw new Problem(
      'sign_in_required',
      `You are not logged in at ${address ?? defaultUrl}. Run \`tallyhook login\`, or set TALLYHOOK_KEY to an API key.`,
    );
  }
  return { url: address, token: session.token, workspace: workspace ?? session.workspace, branch };
}

/** A session is sent only to the origin that issued it. */
function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
