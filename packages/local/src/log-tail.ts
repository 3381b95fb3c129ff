import { open } from 'node:fs/promises';

const tailBytes = 64 * 1024;
const widestLine = 400;

/**
 * The last lines of a log in readable form, indented by two spaces; a JSON line is reduced to its message and error. If
 * there are error lines, returns only those. Text before `fromByte` is from an earlier start.
 */
export async function readLastLines(path: string, fromByte: number, count = 5): Promise<string> {
  const lines = (await readTail(path, fromByte)).split('\n').filter((line) => line.trim() !== '');
  const serious = lines.filter(isSerious);
  return (serious.length > 0 ? serious : lines)
    .slice(-count)
    .map((line) => `  ${readable(line).slice(0, widestLine)}`)
    .join('\n');
}

async function readTail(path: string, fromByte: number): Promise<string> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    // A log that was truncated in the meantime is all from this start.
    const start = Math.max(size < fromByte ? 0 : fromByte, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), { position: start });
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}

interface LogLine {
  /** mongod: D, I, W, E, F. */
  s?: string;
  /** pino: 50 is error, 60 fatal. Temporal: a word. */
  level?: string | number;
  msg?: string;
  attr?: { error?: unknown; reason?: unknown };
  err?: { message?: string };
  error?: unknown;
}

/**
 * Whether a line reports an error. mongod, Temporal and our own processes write JSON lines, a crashed Node plain text.
 */
function isSerious(line: string): boolean {
  if (/^(Uncaught )?\w*Error( \[\w+\])?: /.test(line)) return true;
  const { s, level } = parse(line) ?? {};
  return s === 'E' || s === 'F' || (typeof level === 'number' && level >= 50) || /^(error|fatal)$/i.test(String(level));
}

function readable(line: string): string {
  const parsed = parse(line);
  if (parsed?.msg === undefined) return line;
  const reason = parsed.err?.message ?? parsed.error ?? parsed.attr?.error ?? parsed.attr?.reason;
  if (reason === undefined) return parsed.msg;
  return `${parsed.msg}: ${typeof reason === 'string' ? reason : JSON.stringify(reason)}`;
}

function parse(line: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
