import { InvalidArgumentError } from 'commander';
import { Problem } from '@tallyhook/schemas';

/** Parses a port; 0 means any free one. */
export function readPort(text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program is already using it',
  EACCES: 'This user is not allowed to open it',
};

/** The Problem of a port that could not be opened; any other error is rethrown. */
export function refusedPort(port: number, error: unknown): Problem {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined) throw error;
  const advice = 'Choose another one with --port, or omit --port to use any free one.';
  return new Problem('port_unusable', `${port} (${code}). ${reason}. ${advice}`, { cause: error });
}
