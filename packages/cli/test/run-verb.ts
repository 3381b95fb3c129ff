import { PassThrough, Readable } from 'node:stream';
import { runCommandLine } from '../src/program.ts';
import type { Settings } from '../src/settings.ts';

/** What a command line printed and how it ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command line as `tallyhook` would, in this process. */
export async function runVerb(args: readonly string[], changes: Partial<Settings> = {}): Promise<Ended> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const ended = await runCommandLine(args, {
      url: undefined,
      key: undefined,
      sessionFile: '/nowhere/session.json',
      cacheFolder: '/nowhere',
      environment: {},
      input: Readable.from([]),
      output,
      errors,
      ...changes,
    });
    return { code: ended || Number(process.exitCode ?? 0), out: textOf(output), err: textOf(errors) };
  } finally {
    process.exitCode = before;
  }
}

function textOf(stream: PassThrough): string {
  return ((stream.read() as Buffer | null) ?? '').toString();
}
