import { showControls } from '@tallyhook/sdk/compiling';
import { problemDocument, type Problem, type ProblemDetail } from '@tallyhook/schemas';

/** Formats a value as printable text; control characters in other people's data never reach the terminal. */
export function printable(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

/** Like `printable` for several lines: control characters become escapes, line breaks stay. */
export function printableLines(text: string): string {
  return showControls(text, { keep: '\n\t' });
}

/** Formats columns of text: head, rule, one line per row; numbers are right-aligned. */
export function table(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => columns.map((_, index) => printable(row[index])));
  const widths = columns.map((name, index) => Math.max(name.length, ...cells.map((row) => row[index]?.length ?? 0)));
  const right = columns.map((_, index) => cells.length > 0 && cells.every((row) => isNumberText(row[index] ?? '')));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => (right[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columns), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

/** Formats a refusal for people: title, detail, then each mistake with its place and the accepted values. */
export function problemText(problem: Problem): string {
  const { title, errors = [], instance } = problemDocument(problem);
  const detail = inOurWords(problem);
  // Line breaks stay: a connector's mistake shows its source with a caret below.
  const head = `${printable(title)}: ${detail.split('\n').map(printable).join('\n')}`;
  const request =
    typeof instance === 'string' && problem.kind.status >= 500 ? [`  request ${printable(instance)}`] : [];
  return [head, ...errors.map(mistakeText), ...request].join('\n');
}

/** Rephrases HTTP advice of the product as command line options. */
function inOurWords({ message, members: { workspaces } }: Problem): string {
  if (!Array.isArray(workspaces)) return message;
  if (workspaces.length === 0) return "You don't belong to a workspace yet. Create one: tallyhook workspaces create.";
  const ids = workspaces.slice(0, 5).map(String).join(', ');
  return `You belong to ${workspaces.length} workspaces. Name one with --workspace, or set a default with tallyhook workspaces use: ${ids}.`;
}

/** 1234567.5 → "1,234,567.5" */
export function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 12 });
}

function mistakeText({ pointer, line, code, detail, allowed, suggestion }: ProblemDetail): string {
  const place = line === undefined ? pointer : `line ${line}`;
  // Skip values that the detail mentions already.
  const isMentioned = (value: unknown): boolean => detail.includes(`"${String(value)}"`);
  const accepted =
    allowed === undefined || allowed.every(isMentioned) || (suggestion !== undefined && isMentioned(suggestion))
      ? ''
      : `\n      allowed: ${allowed.map(printable).join(', ')}`;
  const near =
    suggestion === undefined || isMentioned(suggestion) ? '' : `\n      did you mean ${printable(suggestion)}?`;
  return `  ${place === undefined ? '' : `${printable(place)}  `}${code}  ${printable(detail)}${near}${accepted}`;
}

function isNumberText(text: string): boolean {
  return /^(-?[\d,]+(\.\d+)?)?$/.test(text);
}
