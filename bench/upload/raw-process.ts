/**
 * The process of the raw ways. Starts the sending thread with the same heap size as the product's (`thread-carrier.ts`
 * in the engine), and passes commands and times through.
 */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

process.once('message', (settings) => {
  setFlagsFromString('--initial-old-space-size=128');
  const thread = new Worker(new URL('./raw-ways.ts', import.meta.url), { workerData: settings });
  thread.once('online', () => setFlagsFromString('--initial-old-space-size=0'));
  process.on('message', (way) => thread.postMessage(way));
  thread.on('message', (message) => process.send!(message));
  thread.on('error', (error) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit());
