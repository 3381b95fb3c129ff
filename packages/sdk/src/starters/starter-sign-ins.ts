import type { AccountField, SignIn } from '@tallyhook/schemas';
import type { StarterAnswers } from './starter-choices.ts';

/** A sign-in, what a person enters for it, and how fixtures show it. */
export interface StarterSignIn {
  signIn: SignIn;
  fields: AccountField[];
  /** How to link an account, for the README. */
  advice: string;
  /** The made-up account of fixtures. */
  account: Record<string, string>;
  /** What each request has because of it. */
  headers?: Record<string, string>;
  query?: string;
}

const keyField: AccountField = {
  name: 'key',
  label: 'API key',
  description: 'Describe where the service shows the key.',
  secret: true,
};

const bearer = { authorization: 'Bearer test-token' };
const scopes = ['contacts.write'];

/** The sign-in for an answer. OAuth 2 begins with addresses on the same host as the base address. */
export function starterSignIn({ signIn, baseUrl }: StarterAnswers): StarterSignIn {
  const { origin } = new URL(baseUrl);
  const token = { url: `${origin}/oauth/token` };
  switch (signIn) {
    case 'none':
      return { signIn: { kind: 'none' }, fields: [], advice: 'Nobody signs in.', account: {} };
    case 'key':
      return {
        signIn: { kind: 'key', in: 'header', name: 'X-Api-Key', value: '{{account.key}}' },
        fields: [keyField],
        advice: 'Describe where the service shows its API key.',
        account: { key: 'test-key' },
        headers: { 'x-api-key': 'test-key' },
      };
    case 'key-in-query':
      return {
        signIn: { kind: 'key', in: 'query', name: 'api_key', value: '{{account.key}}' },
        fields: [keyField],
        advice: 'Describe where the service shows its API key.',
        account: { key: 'test-key' },
        query: 'api_key=test-key',
      };
    case 'bearer':
      return {
        signIn: { kind: 'bearer', token: '{{account.token}}' },
        fields: [
          {
            name: 'token',
            label: 'Access token',
            description: 'Describe where people create a token in the service.',
            secret: true,
          },
        ],
        advice: 'Describe where people create an access token in the service.',
        account: { token: 'test-token' },
        headers: bearer,
      };
    case 'basic':
      return {
        signIn: { kind: 'basic', username: '{{account.username}}', password: '{{account.password}}' },
        fields: [
          { name: 'username', label: 'User name' },
          { name: 'password', label: 'Password', secret: true },
        ],
        advice: 'Enter the user name and the password of the service.',
        account: { username: 'ada', password: 'test-password' },
        headers: { authorization: `Basic ${Buffer.from('ada:test-password').toString('base64')}` },
      };
    case 'oauth2':
      return {
        signIn: {
          kind: 'oauth2',
          grant: 'authorizationCode',
          scopes,
          authorize: { url: `${origin}/oauth/authorize` },
          token,
        },
        fields: [],
        advice: 'Sign in at the service and approve the access it asks for.',
        account: { accessToken: 'test-token' },
        headers: bearer,
      };
    case 'client-credentials':
      return {
        signIn: { kind: 'oauth2', grant: 'clientCredentials', scopes, token },
        fields: [],
        advice: 'The client of the installation signs in; an account needs nothing else.',
        account: { accessToken: 'test-token' },
        headers: bearer,
      };
  }
}
