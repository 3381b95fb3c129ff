import { spawn } from 'node:child_process';

/** The result of a command. */
export interface CommandResult {
  /** The exit code; 127 if the command could not be started, 128 if a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Kills the command when aborted. */
  signal?: AbortSignal | undefined;
}

/** Runs a command and captures its output. Never throws: a missing command has code 127. */
export function runCommand(
  command: string,
  args: readonly string[],
  { environment, timeoutMs, signal }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: environment,
      timeout: timeoutMs,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', (error) => resolve({ code: 127, stdout, stderr: stderr || error.message }));
    child.once('close', (code) => resolve({ code: code ?? 128, stdout, stderr }));
  });
}
