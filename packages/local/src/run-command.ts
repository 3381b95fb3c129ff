import { spawn } from 'node:child_process';

/** How a command ended. */
export interface CommandResult {
  /** The exit code; 127 where the command could not be started, 128 where a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Ends the command. */
  signal?: AbortSignal | undefined;
}

/** Runs a command to its end and keeps what it printed. Never throws: a command that is not there has code 127. */
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
