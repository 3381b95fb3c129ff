/** How one signs in: each choice is a sign-in of the grammar. */
export const signInChoices = {
  key: 'an API key in a header',
  'key-in-query': 'an API key in the query',
  bearer: 'an access token (Bearer)',
  basic: 'a user name and a password (Basic)',
  oauth2: 'OAuth 2 in the browser',
  'client-credentials': 'OAuth 2 without a person (client credentials)',
  none: 'nobody signs in',
} as const;

/** Whether the service sends webhooks, and where each has its id. */
export const webhookChoices = {
  none: 'it sends no webhooks',
  header: 'the id of a delivery is in a header',
  body: 'the id of a delivery is in its body',
  'no-id': 'deliveries have no id; a repeated one starts its workflows again',
} as const;

/** How the service signs its webhooks. */
export const signatureChoices = {
  none: 'not at all',
  'hmac-sha256': 'HMAC-SHA256 with a secret',
  ed25519: 'Ed25519 with a public key',
} as const;

/** Whether an action sends a file, and how. */
export const fileChoices = {
  none: 'no action sends a file',
  body: "as one request's body",
  form: 'as a form (multipart/form-data)',
  pieces: 'in pieces, each with a Content-Range',
} as const;

/** What is known of a service when its connector is begun. */
export interface StarterAnswers {
  /** The base address of all paths, without a slash at its end. */
  baseUrl: string;
  signIn: keyof typeof signInChoices;
  webhooks: keyof typeof webhookChoices;
  signature: keyof typeof signatureChoices;
  file: keyof typeof fileChoices;
}

/** The answers of a person who gives none: the starter `key`. */
export const usualAnswers: StarterAnswers = {
  baseUrl: 'https://api.example.com/v1',
  signIn: 'key',
  webhooks: 'none',
  signature: 'none',
  file: 'none',
};
