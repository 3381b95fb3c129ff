import { homedir } from 'node:os';
import { join } from 'node:path';
import { exitCodes, report, runCommandLine } from './program.ts';
import type { Settings } from './settings.ts';

const { env, stdin, stdout, stderr } = process;
const configFolder = env.XDG_CONFIG_HOME || join(homedir(), '.config');
const cacheFolder = env.XDG_CACHE_HOME || join(homedir(), '.cache');

// `tallyhook records list ticket | head` closes our output; that is not an error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  stderr.write(`The output cannot be written (${error.message}).\n`);
  process.exit(exitCodes.usage);
});
// Only the exit code is left to report it.
stderr.on('error', () => void (process.exitCode ||= exitCodes.usage));

const args = process.argv.slice(2);
const settings: Settings = {
  url: env.TALLYHOOK_URL || undefined,
  key: env.TALLYHOOK_KEY || undefined,
  sessionFile: join(configFolder, 'tallyhook', 'session.json'),
  cacheFolder: join(cacheFolder, 'tallyhook'),
  environment: env,
  input: stdin,
  output: stdout,
  errors: stderr,
};
// Errors thrown outside a verb, for example in an event handler.
process.on('uncaughtException', (error) => process.exit(report(error, args, settings)));

const exitCode = await runCommandLine(args, settings);
// A verb that printed findings has set its own exit code.
process.exitCode ||= exitCode;
