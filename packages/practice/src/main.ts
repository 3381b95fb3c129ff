/**
 * Runs one stand-in as a process of its own. `PORT` (any free one when absent) and `PRACTICE_TOKEN` set it up; it prints
 * one line of JSON when it is ready and ends on SIGTERM or SIGINT.
 */
import { env, exit, stdout } from 'node:process';
import { createPracticeService, practiceToken } from './practice-service.ts';

const token = env['PRACTICE_TOKEN'] ?? practiceToken;
const service = await createPracticeService({ service: 'github', port: Number(env['PORT'] ?? 0), token });
stdout.write(`${JSON.stringify({ ready: true, service: 'github', url: service.url, token })}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void service.close().then(() => exit(0)));
}
