/** An answer of YouTube. The body is JSON unless it is a string. */
export interface YoutubeAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Writes a refusal in the format of Google's APIs. */
export function refuse(
  status: number,
  message: string,
  { reason, location }: { reason: string; location?: string } = { reason: 'badRequest' },
): YoutubeAnswer {
  const place =
    location === undefined ? {} : { location, locationType: location.startsWith('body') ? 'other' : 'header' };
  return {
    status,
    body: { error: { code: status, message, errors: [{ message, domain: 'global', reason, ...place }] } },
  };
}

export const wrongToken: YoutubeAnswer = {
  ...refuse(401, 'Request had invalid authentication credentials.', { reason: 'authError', location: 'Authorization' }),
  headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
};

export const noSession = refuse(404, 'The upload session does not exist or has ended.', { reason: 'notFound' });
export const serverError = (status: number): YoutubeAnswer => ({
  ...refuse(status, 'Backend Error', { reason: 'backendError' }),
  ...(status === 429 || status === 503 ? { headers: { 'retry-after': '1' } } : {}),
});

/** Google's answer to a range that begins after the stored bytes. Sending it again changes nothing. */
export function gap(offset: number, storedBytes: number): YoutubeAnswer {
  const sentence =
    'Invalid request.  According to the Content-Range header, the upload offset is ' +
    `${offset} byte(s), which exceeds already uploaded size of ${storedBytes} byte(s).`;
  return { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: sentence };
}

/** "Resume Incomplete", without Range if nothing is stored. */
export function goOn(storedBytes: number, status = 308): YoutubeAnswer {
  return { status, ...(storedBytes > 0 && { headers: { range: `bytes=0-${storedBytes - 1}` } }) };
}
