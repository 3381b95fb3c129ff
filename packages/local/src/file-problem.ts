import { Problem } from '@tallyhook/schemas';

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'the disk quota is used up: make room',
  EROFS: 'the disk is read-only: choose a writable folder',
  EACCES: 'this user cannot write to it: change its owner or choose another folder',
  EPERM: 'it cannot be written to: choose another folder',
  ENOTDIR: 'part of that path is a file: choose another folder',
  EEXIST: 'a file is in the way: choose another folder',
  ENOENT: 'the folder cannot be created there: choose another one',
  EISDIR: 'a folder is where a file should be: remove it',
  ENAMETOOLONG: 'that path is too long: choose a shorter one',
  EIO: 'reading from or writing to the disk failed: check it',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
};

/**
 * Describes a file system error in one sentence; returns any other error unchanged. `what` begins the sentence
 * ("TALLYHOOK_HOME (/srv/tallyhook) cannot be used"), `advice` ends it.
 */
export function fileProblem(error: unknown, what: string, advice: string): unknown {
  const code = errorCode(error);
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) return error;
  return new Problem('cannot_start', `${what}: ${reason}${advice === '' ? '' : ` (${advice})`}.`, { cause: error });
}

/** The code of a system error, such as `ENOSPC`, also if it is the cause of another error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return errorCode(error.cause);
}
