import type { PracticeRequest } from './exchange.ts';

/** A JSON object. */
export type Fields = Record<string, unknown>;

/** The media type of a request, in lower case, without parameters. */
export function typeOf({ headers }: Pick<PracticeRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

/** Reads the JSON object in a request; undefined if its type or content is anything else. */
export function readJson(request: PracticeRequest): Fields | undefined {
  if (typeOf(request) !== 'application/json') return undefined;
  try {
    const value = JSON.parse(request.body.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the form in a request; undefined if its type is anything else. */
export function readForm(request: PracticeRequest): Record<string, string> | undefined {
  if (typeOf(request) !== 'application/x-www-form-urlencoded') return undefined;
  return Object.fromEntries(new URLSearchParams(request.body.toString('utf8')));
}

/** One part of a multipart body. */
export interface FormPart {
  name: string;
  /** Present for a file. */
  filename?: string;
  type?: string;
  bytes: Buffer;
}

/** Reads a multipart/form-data body strictly (RFC 7578); undefined if it is broken or of another type. */
export function readParts({ headers, body }: PracticeRequest): FormPart[] | undefined {
  const boundary = /^multipart\/form-data; boundary=([\w-]{1,70})$/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return undefined;
  const text = body.toString('latin1');
  const end = `\r\n--${boundary}--\r\n`;
  if (!text.startsWith(`--${boundary}\r\n`) || !text.endsWith(end)) return undefined;
  const sections = text.slice(boundary.length + 4, -end.length).split(`\r\n--${boundary}\r\n`);
  const parts = sections.map(readPart);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readPart(section: string): FormPart | undefined {
  const split = section.indexOf('\r\n\r\n');
  const head = Buffer.from(section.slice(0, split), 'latin1').toString('utf8');
  const disposition = /^Content-Disposition: form-data; name="([^"]+)"(?:; filename="([^"]*)")?$/m.exec(
    head.replaceAll('\r', ''),
  );
  if (split === -1 || disposition === null) return undefined;
  const type = /^Content-Type: ([^\r\n]+)/m.exec(head)?.[1];
  return {
    name: disposition[1]!,
    ...(disposition[2] !== undefined && { filename: disposition[2] }),
    ...(type !== undefined && { type }),
    bytes: Buffer.from(section.slice(split + 4), 'latin1'),
  };
}

/** Splits the parts of a form into its file and its texts by name. */
export function sortParts(parts: readonly FormPart[]): { file: FormPart | undefined; texts: Record<string, string> } {
  const texts = parts.filter(({ filename }) => filename === undefined);
  return {
    file: parts.find(({ filename }) => filename !== undefined),
    texts: Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString('utf8')])),
  };
}

/** Whether a value is a string that is not blank. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
