/**
 * Runs stand-ins as a process of their own. `PRACTICE_SERVICE` names one or several (github unless told, separated by
 * commas), `PORT` where the first one listens (any free one when absent), `PRACTICE_TOKEN` and, for youtube,
 * `PRACTICE_PACE` (bytes a second taken from one request) and `PRACTICE_FOLDER` (where its uploads outlive the process)
 * set them up. For each it prints one line of JSON when it is ready; all end on SIGTERM or SIGINT.
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
  stdout.write(`There is no stand-in "${unknown}"; there are ${serviceNames.join(', ')}.\n`);
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
