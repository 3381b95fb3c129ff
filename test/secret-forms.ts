/**
 * The forms in which a secret may appear: as it is, percent-encoded in either way, as hexadecimal digits, escaped in
 * JSON, and inside a longer text in Base64. There it may begin at any of three offsets, so of each only the characters
 * that depend on the secret alone are looked for.
 */
export function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    // How bytes of databases and files are read below.
    bytes.toString('latin1'),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ];
  return [...new Set(forms)];
}

function base64At(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  const own = text.slice(start, end);
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}
