/**
 * `npm start`: sets up what is missing, starts everything, prints the address and keeps it running until it is stopped.
 */
import { fileURLToPath } from 'node:url';
import { createProgress } from './progress.ts';
import { runStart } from './run-start.ts';

const clone = fileURLToPath(new URL('../../..', import.meta.url));
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
process.exitCode = await runStart({
  environment: process.env,
  clone,
  progress: createProgress((text) => process.stdout.write(text)),
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
});
