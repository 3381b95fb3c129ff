/** What credentials of one kind look like, and who says so. */
interface SecretForm {
  /** What is called like this in messages. */
  name: string;
  /** The whole match, or its group `secret`. */
  pattern: RegExp;
  source: string;
}

/**
 * Credentials that are known by how they look, wherever they stand. What is made up begins with `test-`, so that nothing
 * here fits behind a hyphen.
 */
const secretForms: SecretForm[] = [
  {
    name: 'a Slack token',
    pattern: /(?<![\w-])x(?:ox[a-z]|app)-[\w.%-]{8,}/g,
    source: 'https://docs.slack.dev/authentication/tokens',
  },
  {
    name: 'a Slack webhook address',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>\w{4,}(?:\/\w{4,})+)/g,
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  },
  {
    name: 'a Discord webhook address',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{4,}\/(?!test-)[\w-]{8,})/g,
    source: 'https://docs.discord.com/developers/resources/webhook',
  },
  {
    name: 'a GitHub token',
    pattern: /(?<![\w-])(?:gh[pousr]|github_pat)_\w{16,}/g,
    source: 'https://github.blog/changelog/2021-03-31-authentication-token-format-updates-are-generally-available/',
  },
  {
    name: 'a GitLab token',
    pattern: /(?<![\w-])gl(?:pat|ptt|rt|dt|oas)-[\w.-]{16,}/g,
    source: 'https://docs.gitlab.com/security/tokens/',
  },
  {
    name: 'a Stripe key',
    pattern: /(?<![\w-])(?:sk|rk)_(?:live|test)_\w{10,}/g,
    source: 'https://docs.stripe.com/api/authentication',
  },
  {
    name: 'the secret of a webhook',
    pattern: /(?<![\w-])whsec_[\w+/=]{10,}/g,
    source: 'https://docs.stripe.com/webhooks/signature, https://www.standardwebhooks.com',
  },
  {
    name: 'a private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-(?!----))*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
    source: 'https://www.rfc-editor.org/rfc/rfc7468',
  },
  {
    name: 'a JSON Web Token',
    pattern: /(?<![\w-])eyJ[\w-]{6,}\.eyJ[\w-]{6,}\.[\w-]{8,}/g,
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
  },
  {
    name: 'an Authorization header',
    // Behind a scheme that may as well be a word of a sentence, only what is long and has a digit.
    pattern:
      /\bauthorization["']?\s*[:=]\s*["']?(?:(?:Bearer|Basic|Token|Bot)\s+|[a-z][a-z-]{0,30}\d?\s+(?=[\w.~+/=-]{8})(?=[\w.~+/="-]*\d))(?:\w+=["']?)?(?<secret>(?!(?:\w+=["']?)?test-)[\w.~+/=-]{4,})/gi,
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-11.6.2',
  },
  {
    name: 'a Bearer token',
    // Words follow "Bearer" in sentences; a token without a digit is rare.
    pattern: /\bBearer\s+(?<secret>(?!test-)(?=[\w.~+/-]*\d)[\w.~+/-]{8,}=*)/g,
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

/** The credentials in a text that are known by how they look. */
export function findForms(text: string): FoundSecret[] {
  // Nearly every text holds none, which a search finds in a fifth of the time that going through all matches takes.
  const held = secretForms.filter(({ pattern }) => text.search(pattern) !== -1);
  return held.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map((match) => {
      const secret = match.groups?.['secret'] ?? match[0];
      return { name, secret, offset: match.index + match[0].lastIndexOf(secret) };
    }),
  );
}
