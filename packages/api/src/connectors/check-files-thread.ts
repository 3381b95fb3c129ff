import { parentPort, workerData } from 'node:worker_threads';
import { compileConnector } from '@tallyhook/sdk';

/** Compiles the texts that started this thread; nothing is read from a folder. */
const { problems } = compileConnector(new Map(Object.entries(workerData as Record<string, string>)));
parentPort!.postMessage(problems);
