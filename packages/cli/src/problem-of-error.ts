import { Problem } from '@tallyhook/schemas';

/** When set, prints the stack trace of unexpected errors. */
export const traceVariable = 'TALLYHOOK_TRACE';

/**
 * The Problem for an unexpected error: for system errors what cannot be used, for all others that the command has a
 * bug. Users should never have to read a stack trace.
 */
export function problemOfError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') {
    return new Problem('invalid_usage', 'The current folder no longer exists. Change to another folder.');
  }
  if (code !== undefined && path !== undefined) {
    return new Problem('invalid_usage', `"${path}" cannot be used (${code}: ${syscall ?? 'unknown'}).`);
  }
  // A failed write to an open file does not name the file.
  if (code !== undefined && fullDisk.includes(code)) {
    return new Problem('invalid_usage', `A file cannot be written (${code}: ${syscall ?? 'unknown'}).`);
  }
  const [firstLine = ''] = String(error).split('\n');
  const detail = `This is a bug in the command (${firstLine}). Set ${traceVariable}=1 to see the stack trace.`;
  return new Problem('internal', detail);
}

const fullDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'];

/** The stack trace as lines to print; empty unless requested. */
export function traceOf(error: unknown, environment: Readonly<Record<string, string | undefined>>): string {
  const isRequested = Boolean(environment[traceVariable]) && error instanceof Error && !(error instanceof Problem);
  return isRequested ? `${error.stack ?? error.message}\n` : '';
}
