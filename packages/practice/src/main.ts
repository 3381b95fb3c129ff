/**
 * Runs stand-ins in their own process. Prints one line of JSON for each when it is ready; exits on SIGTERM or SIGINT.
 * Settings:
 * - `PRACTICE_SERVICE`: one or several names, separated by commas. Default github.
 * - `PORT`: the port of the first one. Default: any free port.
 * - `PRACTICE_TOKEN`: the token they accept.
 * - `PRACTICE_PACE`, for youtube: bytes per second taken from one request.
 * - `PRACTICE_FOLDER`, for youtube: keeps its uploads across restarts.
 */
import { env, exit, stdout } from 'node:process';
import { createPracticeService, isServiceName, practiceToken, serviceNames } from './practice-service.ts';

const token = env['PRACTICE_TOKEN'] ?? practiceToken;
const pace = env['PRACTICE_PACE'];
const folder = env['PRACTICE_FOLDER'];
const names = (env['PRACTICE_SERVICE'] ?? 'github').split(',');
const firstPort = Number(env['PORT'] ?? 0);

const unknown = names.find((name) => !isServiceName(name));
if (unknown !== undefined) {
  stdout.write(`Unknown service "${unknown}"; choose from ${serviceNames.join(', ')}.\n`);
  exit(2);
}
const services = await Promise.all(
  names.filter(isServiceName).map(async (service, index) => {
    const paced = pace === undefined ? {} : { paceBytesPerSecond: Number(pace) };
    const port = index === 0 ? firstPort : 0;
    const running = await createPracticeService({ service, port, token, folder, ...paced });
    stdout.write(`${JSON.stringify({ ready: true, service, url: running.url, token })}\n`);
    return running;
  }),
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void Promise.all(services.map((service) => service.close())).then(() => exit(0)));
}
