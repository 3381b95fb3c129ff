/**
 * Runs one stand-in as a process of its own. `PRACTICE_SERVICE` (github or youtube), `PORT` (any free one when absent),
 * `PRACTICE_TOKEN` and, for youtube, `PRACTICE_PACE` (bytes a second taken from one request) set it up; it prints one
 * line of JSON when it is ready and ends on SIGTERM or SIGINT.
 */
import { env, exit, stdout } from 'node:process';
import { createPracticeService, practiceToken } from './practice-service.ts';

const token = env['PRACTICE_TOKEN'] ?? practiceToken;
const name = env['PRACTICE_SERVICE'] === 'youtube' ? 'youtube' : 'github';
const pace = env['PRACTICE_PACE'];
const service = await createPracticeService({
  service: name,
  port: Number(env['PORT'] ?? 0),
  token,
  ...(pace !== undefined && { paceBytesPerSecond: Number(pace) }),
});
stdout.write(`${JSON.stringify({ ready: true, service: name, url: service.url, token })}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void service.close().then(() => exit(0)));
}
