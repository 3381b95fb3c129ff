import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Made-up keys of the signer. */
const accessKey = 'PRACTICEACCESSKEY';
const secretKey = 'practice-secret-access-key';
const region = 'us-east-1';

interface Signed {
  method: string;
  host: string;
  /** Encoded, as in the request line. */
  path: string;
  query: URLSearchParams;
  /** Signed headers besides host, in lower case. */
  headers: Record<string, string>;
}

/** Signs an address for one request (AWS Signature Version 4, query parameters, unsigned payload). */
export function presign(
  { method, host, path, headers }: Omit<Signed, 'query'>,
  { at = new Date(), lifeSeconds = 900 }: { at?: Date; lifeSeconds?: number } = {},
): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKey}/${time.slice(0, 8)}/${region}/s3/aws4_request`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(lifeSeconds),
    'X-Amz-SignedHeaders': [...Object.keys(headers), 'host'].sort().join(';'),
  });
  const signature = sign({ method, host, path, query, headers });
  return `https://${host}${path}?${writeQuery(query)}&X-Amz-Signature=${signature}`;
}

/** Whether the signature matches exactly this request, including the encoding of its address. */
export function isSigned(request: Signed): boolean {
  const query = new URLSearchParams(request.query);
  const given = Buffer.from(query.get('X-Amz-Signature') ?? '', 'utf8');
  query.delete('X-Amz-Signature');
  const expected = Buffer.from(sign({ ...request, query }), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign({ method, host, path, query, headers }: Signed): string {
  const all = Object.entries({ ...headers, host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = [
    method,
    path,
    writeQuery(query),
    ...all.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    all.map(([name]) => name).join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const time = query.get('X-Amz-Date') ?? '';
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical, 'utf8').digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, scope, digest].join('\n');
  const steps = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const key = steps.reduce<Buffer>((last, step) => hmac(last, step), Buffer.from(`AWS4${secretKey}`, 'utf8'));
  return hmac(key, text).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

function writeQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
}
