import { InvalidArgumentError } from 'commander';
import { Problem } from '@tallyhook/schemas';

/** A port of the command line; 0 for any free one. */
export function readPort(text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program answers at it already',
  EACCES: 'This user may not open it',
};

/** The Problem of a port that could not be opened; an error of anything else is thrown as it is. */
export function refusedPort(port: number, error: unknown): Problem {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined) throw error;
  const advice = 'Name another one with --port, or leave --port out for any free one.';
  return new Problem('port_unusable', `${port} (${code}). ${reason}. ${advice}`, { cause: error });
}
