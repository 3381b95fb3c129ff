import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Access, bearerOf } from '../bearer.ts';
import { describeFile } from '../kept-file.ts';
import type { Keeper } from '../keeper.ts';
import type { Asked, Part } from '../play-routes.ts';
import { isText, readJson } from '../read-body.ts';
import { isSigned, presign } from './presigned-address.ts';

/** The host of the bucket. Any other host is the service that issues addresses. */
const bucketHost = 'practice-bucket.s3.amazonaws.com';

/** The answer to an unknown address. */
export const s3NotFound = refuse(404, 'NoSuchKey', 'The specified key does not exist.');

/** Writes a refusal in S3's format. */
function refuse(status: number, code: string, message: string): PracticeAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>PRACTICE</RequestId></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

/**
 * Plays a service that keeps its files in S3: it issues presigned addresses, and the bucket accepts signed requests.
 */
export function s3Parts({ isToken }: Access): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null =>
    isToken(bearerOf(request) ?? '') ? null : { status: 401, body: { error: 'unauthorized' } };
  return [
    {
      routes: [
        { method: 'POST', path: '/uploads', answer: handOut },
        { method: 'POST', path: '/uploads/{upload}/complete', answer: complete },
      ],
      checkAccess,
    },
    { routes: [{ method: 'PUT', path: '/uploads/{upload}/{name}', answer: take }] },
  ];
}

interface Upload {
  id: string;
  name: string;
  etag: string | null;
  completed: boolean;
}

function handOut(asked: Asked, keeper: Keeper): PracticeAnswer {
  const { name, type } = readJson(asked) ?? {};
  if (!isText(name) || !isText(type)) return { status: 422, body: { error: 'name and type are required' } };
  const id = String(keeper.nextNumber());
  keeper.add<Upload>('uploads', { id, name, etag: null, completed: false });
  const path = `/uploads/${id}/${encodeURIComponent(name).replaceAll(/[!'()*]/g, encodeSign)}`;
  const url = presign({ method: 'PUT', host: bucketHost, path, headers: { 'content-type': type } });
  return { status: 201, body: { id, url } };
}

function encodeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Takes the body of a PUT: no other credential, the signed headers, a length. */
function take(asked: Asked, keeper: Keeper): PracticeAnswer {
  const { headers, query, body, named } = asked;
  if (headers.authorization !== undefined) {
    const message =
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified';
    return refuse(400, 'InvalidArgument', message);
  }
  if (headers['transfer-encoding'] !== undefined)
    return refuse(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented');
  if (headers['content-length'] === undefined)
    return refuse(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  if (hasEnded(query)) return refuse(403, 'AccessDenied', 'Request has expired');
  const wanted = (query.get('X-Amz-SignedHeaders') ?? '').split(';').filter((name) => name !== 'host');
  const signed = Object.fromEntries(wanted.map((name) => [name, String(headers[name] ?? '')]));
  if (!isSigned({ method: asked.method, host: bucketHost, path: asked.path, query, headers: signed }))
    return refuse(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  const upload = keeper.of<Upload>('uploads').find(({ id }) => id === named['upload']);
  if (upload === undefined) return s3NotFound;
  const file = describeFile(upload.name, headers['content-type'] ?? '', body);
  keeper.add('files', file);
  upload.etag = `"${file.sha256.slice(0, 32)}"`;
  return { status: 200, headers: { etag: upload.etag }, body: '' };
}

function hasEnded(query: URLSearchParams): boolean {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
  const begun = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return !(Date.now() < begun + Number(query.get('X-Amz-Expires')) * 1000);
}

function complete(asked: Asked, keeper: Keeper): PracticeAnswer {
  const upload = keeper.of<Upload>('uploads').find(({ id }) => id === asked.named['upload']);
  if (upload === undefined) return { status: 404, body: { error: 'not found' } };
  if (upload.etag === null || readJson(asked)?.['etag'] !== upload.etag)
    return { status: 409, body: { error: 'the bucket has no such file' } };
  upload.completed = true;
  return { status: 200, body: { id: upload.id, name: upload.name } };
}
