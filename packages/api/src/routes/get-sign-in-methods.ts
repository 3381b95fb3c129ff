import { defineRoute } from '../route.ts';

export const getSignInMethods = defineRoute({
  method: 'get',
  path: '/api/sign-in',
  access: 'anyone',
  summary: 'Says how people can sign in, besides email and password.',
  answer: 'SignInMethods',
  handler(_request, { oidcProvider }) {
    return { oidc: oidcProvider === undefined ? null : { name: oidcProvider.name } };
  },
});
