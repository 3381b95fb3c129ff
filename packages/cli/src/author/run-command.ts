import { PassThrough, Readable } from 'node:stream';
import { runCommandLine } from '../program.ts';
import type { Settings } from '../settings.ts';

/** What a command line printed, and how it ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command line as `tallyhook` would, for tests. */
export async function runCommand(args: readonly string[], changes: Partial<Settings> = {}): Promise<Ended> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const ended = await runCommandLine(args, { ...surroundings, output, errors, input: Readable.from([]), ...changes });
    return { code: ended || Number(process.exitCode ?? 0), out: textOf(output), err: textOf(errors) };
  } finally {
    process.exitCode = before;
  }
}

const surroundings = {
  url: undefined,
  key: undefined,
  sessionFile: '/nowhere/session.json',
  cacheFolder: '/nowhere',
  environment: {},
};

function textOf(stream: PassThrough): string {
  return ((stream.read() as Buffer | null) ?? '').toString();
}
