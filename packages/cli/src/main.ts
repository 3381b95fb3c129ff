import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from './program.ts';

const { env, stdin, stdout, stderr } = process;
const configFolder = env.XDG_CONFIG_HOME || join(homedir(), '.config');
const cacheFolder = env.XDG_CACHE_HOME || join(homedir(), '.cache');

// `tallyhook records list ticket | head` closes our output: that is no failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const exitCode = await runCommandLine(process.argv.slice(2), {
  url: env.TALLYHOOK_URL || undefined,
  key: env.TALLYHOOK_KEY || undefined,
  sessionFile: join(configFolder, 'tallyhook', 'session.json'),
  cacheFolder: join(cacheFolder, 'tallyhook'),
  environment: env,
  input: stdin,
  output: stdout,
  errors: stderr,
});
// A verb that printed findings has set its own exit code.
process.exitCode ||= exitCode;
