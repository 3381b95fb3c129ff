import type { IncomingHttpHeaders } from 'node:http';
import { refuse, type YoutubeAnswer } from './answers.ts';

/** The content of a start request. */
export interface NewVideo {
  totalBytes: number;
  title: string;
  description: string;
  categoryId: string;
  privacyStatus: string;
}

const maxBytes = 256 * 1024 ** 3;

/** Reads the request that starts a resumable upload, as strictly as possible. */
export function readStart({
  query,
  headers,
  body,
}: {
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}): { video: NewVideo } | { refusal: YoutubeAnswer } {
  const refusal = refuseQuery(query) ?? refuseHeaders(headers, body);
  if (refusal !== null) return { refusal };
  const json = parse(body);
  if (json === undefined) return { refusal: refuse(400, 'Invalid JSON payload received.', { reason: 'parseError' }) };
  const mistake = refuseBody(json, query.get('part')!.split(','));
  if (mistake !== null) return { refusal: mistake };
  const { snippet, status } = json as { snippet: Record<string, string>; status?: Record<string, string> };
  return {
    video: {
      totalBytes: Number(headers['x-upload-content-length']),
      title: snippet['title']!,
      description: snippet['description'] ?? '',
      categoryId: snippet['categoryId'] ?? '22',
      privacyStatus: status?.['privacyStatus'] ?? 'public',
    },
  };
}

function refuseQuery(query: URLSearchParams): YoutubeAnswer | null {
  if (query.get('uploadType') !== 'resumable') return refuse(400, 'uploadType must be "resumable" here.');
  const parts = (query.get('part') ?? '').split(',');
  const unknown = parts.find((part) => part !== 'snippet' && part !== 'status');
  if (unknown === undefined) return null;
  return refuse(400, `'${unknown}' is not a known part.`, { reason: 'unknownPart', location: 'part' });
}

function refuseHeaders(headers: IncomingHttpHeaders, body: Buffer): YoutubeAnswer | null {
  if (headers['content-length'] === undefined) return refuse(411, 'Length Required', { reason: 'lengthRequired' });
  if (Number(headers['content-length']) !== body.length) return refuse(400, 'The body is shorter than its length.');
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\s*;\s*charset=utf-8$/i.test(type)) {
    return refuse(400, `Content-Type "${type}" is not application/json; charset=UTF-8.`, {
      reason: 'badContent',
      location: 'Content-Type',
    });
  }
  const length = String(headers['x-upload-content-length'] ?? '');
  if (!/^\d{1,15}$/.test(length) || Number(length) > maxBytes) {
    return refuse(400, `X-Upload-Content-Length "${length}" is not the size of a file.`, {
      reason: 'badContent',
      location: 'X-Upload-Content-Length',
    });
  }
  const media = String(headers['x-upload-content-type'] ?? '');
  if (/^(video\/[\w.+*-]+|application\/octet-stream)$/.test(media)) return null;
  return refuse(400, `Media type '${media}' is not supported. Valid media types: [video/*, application/octet-stream]`, {
    reason: 'badContent',
    location: 'X-Upload-Content-Type',
  });
}

const known: Record<string, readonly string[]> = {
  snippet: ['title', 'description', 'tags', 'categoryId', 'defaultLanguage'],
  status: ['privacyStatus', 'embeddable', 'license', 'publicStatsViewable', 'selfDeclaredMadeForKids', 'publishAt'],
};

function refuseBody(json: unknown, parts: string[]): YoutubeAnswer | null {
  if (!isObject(json)) return refuse(400, 'Invalid value (Object) was expected.', { reason: 'parseError' });
  for (const [part, value] of Object.entries(json)) {
    if (!parts.includes(part) || !isObject(value)) return unknownName(part, 'video');
    const name = Object.keys(value).find((key) => !known[part]!.includes(key));
    if (name !== undefined) return unknownName(name, part);
  }
  return refuseSnippet(json['snippet'] ?? {}) ?? refuseStatus(json['status'] ?? {});
}

function unknownName(name: string, place: string): YoutubeAnswer {
  const message = `Invalid JSON payload received. Unknown name "${name}" at '${place}': Cannot find field.`;
  return refuse(400, message, { reason: 'badRequest', location: `body.${place}` });
}

function refuseSnippet(snippet: object): YoutubeAnswer | null {
  const { title, description, categoryId } = snippet as Record<string, unknown>;
  const wrong = (field: string, reason: string): YoutubeAnswer =>
    refuse(400, `The request metadata specifies an invalid video ${field}.`, {
      reason,
      location: `body.snippet.${field}`,
    });
  if (typeof title !== 'string' || title.trim() === '' || title.length > 100 || /[<>]/.test(title))
    return wrong('title', 'invalidTitle');
  const isText = description === undefined || typeof description === 'string';
  if (!isText || Buffer.byteLength(description ?? '') > 5000 || /[<>]/.test(description ?? ''))
    return wrong('description', 'invalidDescription');
  if (categoryId !== undefined && !/^\d{1,3}$/.test(typeof categoryId === 'string' ? categoryId : ''))
    return wrong('categoryId', 'invalidCategoryId');
  return null;
}

function refuseStatus(status: object): YoutubeAnswer | null {
  const { privacyStatus } = status as Record<string, unknown>;
  if (privacyStatus === undefined || ['private', 'public', 'unlisted'].includes(privacyStatus as string)) return null;
  const message = 'The request metadata specifies an invalid privacy status.';
  return refuse(400, message, { reason: 'invalidPrivacyStatus', location: 'body.status.privacyStatus' });
}

function isObject(value: unknown): value is Record<string, object> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
