import { createHash } from 'node:crypto';
import aws4 from 'aws4';
import { ActionError } from '../action-error.ts';
import type { HttpRequest, HttpResponse, RequestSigning } from './http.ts';
import type { Target } from './targets.ts';

/** A request to sign. */
export interface Unsigned extends Pick<HttpRequest, 'method' | 'headers'> {
  target: Pick<Target, 'path' | 'host'>;
  signing: RequestSigning;
  /** The body; `file` for one that is read while it is sent. */
  body: Buffer | 'file' | undefined;
}

const setBySigning = ['host', 'authorization', 'x-amz-date', 'x-amz-security-token'];

/**
 * Returns the headers of a request with its signature (AWS Signature Version 4) for this moment. The content of a file
 * is not signed, unless the request names its digest.
 */
export function signHeaders(
  { method, target: { path, host }, headers, signing, body }: Unsigned,
  now: Date = new Date(),
): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !setBySigning.includes(name.toLowerCase()));
  const isHashed = own.some(([name]) => name.toLowerCase() === 'x-amz-content-sha256');
  const { service, region, accessKeyId, secretAccessKey, sessionToken } = signing;
  const unsigned = {
    ...Object.fromEntries(own),
    ...(!isHashed && { 'X-Amz-Content-Sha256': body === 'file' ? 'UNSIGNED-PAYLOAD' : sha256(body) }),
    'X-Amz-Date': now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    Host: host,
  };
  try {
    const { headers: signed } = aws4.sign(
      { method, path, headers: unsigned, service, region },
      { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
    );
    // The connection says the host.
    return Object.fromEntries(Object.entries(signed as Record<string, string>).filter(([name]) => name !== 'Host'));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    const message = `the path "${path.split('?')[0]}" cannot be signed: "%" does not begin a character; write |url`;
    throw new ActionError('invalid_input', message, { cause: error });
  }
}

function sha256(body: Buffer | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}

/** Removes the signature of a request from its answer: services that refuse one show it again. */
export function withoutSignature(response: HttpResponse, headers: Record<string, string>): HttpResponse {
  const signature = /Signature=([0-9a-f]{64})$/.exec(headers['Authorization'] ?? '')?.[1];
  if (signature === undefined || !response.body.includes(signature)) return response;
  const body = Buffer.from(response.body.toString('latin1').replaceAll(signature, '[redacted]'), 'latin1');
  return { ...response, body };
}
