import { Problem } from '@tallyhook/schemas';

/** Set to anything, it shows where an error came from that no verb expected. */
export const traceVariable = 'TALLYHOOK_TRACE';

/**
 * What is told of an error that no verb expected: of one of the machine what cannot be used, of any other that the
 * command has a defect. Nobody has to read a stack trace to know what happened.
 */
export function problemOfError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') {
    return new Problem('invalid_usage', 'The folder that this command runs in is gone. Change into one that is there.');
  }
  if (code !== undefined && path !== undefined) {
    return new Problem('invalid_usage', `"${path}" cannot be used (${code}: ${syscall ?? 'unknown'}).`);
  }
  // The writing of an open file does not say which one it is.
  if (code !== undefined && fullDisk.includes(code)) {
    return new Problem('invalid_usage', `A file cannot be written (${code}: ${syscall ?? 'unknown'}).`);
  }
  const [said = ''] = String(error).split('\n');
  const detail = `This is a defect of the command (${said}). Where it is, is shown with ${traceVariable}=1.`;
  return new Problem('internal', detail);
}

const fullDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'];

/** Where an error came from, as lines to print; nothing unless it is asked for. */
export function traceOf(error: unknown, environment: Readonly<Record<string, string | undefined>>): string {
  const isAsked = Boolean(environment[traceVariable]) && error instanceof Error && !(error instanceof Problem);
  return isAsked ? `${error.stack ?? error.message}\n` : '';
}
