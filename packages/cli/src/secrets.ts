import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { Problem } from '@tallyhook/schemas';
import type { Settings } from './settings.ts';

/**
 * Asks for secrets without echoing them; from a pipe it reads one line each.
 * `names` are the prompts.
 * @throws Problem `invalid_input` when there are too few lines
 */
export async function readSecrets({ input, errors }: Settings, names: readonly string[]): Promise<string[]> {
  const terminal = input.isTTY === true;
  const lines = createInterface({ input, terminal, output: hidden() });
  // With echo off, Ctrl-C arrives as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const iterator = lines[Symbol.asyncIterator]();
  const secrets: string[] = [];
  try {
    for (const name of names) {
      if (terminal) errors.write(`${name}: `);
      const line = await nextLine(iterator);
      if (terminal) errors.write('\n');
      if (line === undefined || line === '')
        throw new Problem('invalid_usage', `${name} is missing: standard input ended or had an empty line.`);
      secrets.push(line);
    }
    return secrets;
  } finally {
    lines.close();
  }
}

function hidden(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function nextLine(iterator: ReturnType<Interface[typeof Symbol.asyncIterator]>): Promise<string | undefined> {
  const { value, done } = await iterator.next();
  return done === true ? undefined : value;
}
