import { isDrawn, isMask, isWords, namesExample } from './placeholder.ts';
import { vendorKeys } from './vendor-keys.ts';

/** What credentials of one kind look like, and who says so. */
export interface SecretForm {
  /** What is called like this in messages. */
  name: string;
  /** The whole match, or its group `secret`; the group `drawn` is what differs from one to the next. */
  pattern: RegExp;
  /** Whether words may stand there as well, so that only what is drawn by lot is one. */
  isAmongWords?: true;
  source: string;
}

/** Credentials that are known by how they look, wherever they stand. */
const secretForms: SecretForm[] = [
  ...vendorKeys,
  {
    name: 'a private key',
    // Sentences name the line that a key begins with; what a key is stands right behind it, in base64.
    pattern:
      /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn]|[A-Z][\w-]+: [^\r\n\\]*(?=[\r\n\\]))*(?<drawn>[A-Za-z0-9+/]{16,})(?:[A-Za-z0-9+/=\s]|\\[rn])*(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)?/g,
    source: 'https://www.rfc-editor.org/rfc/rfc7468',
  },
  {
    name: 'a JSON Web Token',
    pattern: /(?<![\w-])eyJ[\w-]{6,}\.eyJ[\w-]{6,}\.[\w-]{8,}/g,
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
  },
  {
    name: 'an Authorization header',
    pattern:
      /\bauthorization["']?\s*[:=]\s*["']?(?:Bearer|Basic|Token|Bot)\s+(?:\w+=["']?)?(?<secret>(?!(?:\w+=["']?)?test-)[\w.~+/=-]{4,})(?![\w.~+/=(-])/gi,
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-11.6.2',
  },
  {
    name: 'an Authorization header',
    // A scheme of its own may as well be a word of a sentence.
    pattern:
      /\bauthorization["']?\s*[:=]\s*["']?(?!(?:Bearer|Basic|Token|Bot)\s)[a-z][a-z-]{0,30}\d?\s+(?:\w+=["']?)?(?<secret>(?!(?:\w+=["']?)?test-)[\w.~+/=-]{8,})/gi,
    isAmongWords: true,
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-11.6.2',
  },
  {
    name: 'a Bearer token',
    pattern: /\bBearer\s+(?<secret>(?!test-)[\w.~+/-]{8,}=*)/g,
    isAmongWords: true,
    source: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1',
  },
  {
    name: 'the password of an address',
    pattern: /:\/\/[^\s/?#:@"']*:(?<secret>(?!test-)[^\s/?#@"']+)@/g,
    source: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
  },
];

/** A credential in a text, known by its form. */
export interface FoundSecret {
  name: string;
  secret: string;
  /** Where it begins, in characters. */
  offset: number;
}

/**
 * The credentials in a text that are known by how they look, without what only tells how one looks: `xoxb-your-token`,
 * `Authorization: Bearer TOKEN`, `ghp_16C7…`.
 */
export function findForms(text: string): FoundSecret[] {
  // Nearly every text holds none, which a search finds in a fifth of the time that going through all matches takes.
  const held = secretForms.filter(({ pattern }) => text.search(pattern) !== -1);
  return held.flatMap(({ name, pattern, isAmongWords }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const secret = match.groups?.['secret'] ?? match[0];
      const offset = match.index + match[0].lastIndexOf(secret);
      const drawn = match.groups?.['drawn'] ?? secret;
      const isShort = /^(?:…|\.{3})/.test(text.slice(offset + secret.length));
      const isReal = !isShort && !tellsOnly(drawn) && (isAmongWords !== true || isDrawn(drawn));
      return isReal ? [{ name, secret, offset }] : [];
    }),
  );
}

function tellsOnly(drawn: string): boolean {
  return isMask(drawn) || isWords(drawn, { mayBeNumbered: true }) || namesExample(drawn);
}
