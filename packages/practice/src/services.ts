import type { DeliveryVendor } from './deliveries/vendor.ts';
import type { PracticedService } from './exchange.ts';
import { githubDeliveries } from './github/deliveries.ts';
import { createGithub } from './github/github.ts';
import { githubSignIn } from './github/sign-in.ts';
import { sheetsNotFound, sheetsParts } from './google-sheets/google-sheets.ts';
import { createGoogleSignIn } from './google/sign-in.ts';
import { httpNotFound, httpParts } from './http/http.ts';
import { hubspotDeliveries } from './hubspot/deliveries.ts';
import { hubspotNotFound, hubspotParts } from './hubspot/hubspot.ts';
import { mastodonNotFound, mastodonParts } from './mastodon/mastodon.ts';
import { notionNotFound, notionParts } from './notion/notion.ts';
import { notionSignIn } from './notion/sign-in.ts';
import { type Part, playRoutes } from './play-routes.ts';
import { s3NotFound, s3Parts } from './s3/s3.ts';
import { shopifyDeliveries } from './shopify/deliveries.ts';
import { shopifyNotFound, shopifyParts } from './shopify/shopify.ts';
import { shopifySignIn } from './shopify/sign-in.ts';
import type { AccessList } from './sign-in/access-list.ts';
import { signInPart } from './sign-in/sign-in-part.ts';
import { slackDeliveries } from './slack/deliveries.ts';
import { slackSignIn } from './slack/sign-in.ts';
import { slackNotFound, slackParts } from './slack/slack.ts';
import { stripeDeliveries } from './stripe/deliveries.ts';
import { stripeNotFound, stripeParts } from './stripe/stripe.ts';
import { zendeskNotFound, zendeskParts } from './zendesk/zendesk.ts';

/** A service with small requests, and how it delivers events, if it does. */
interface WholeService {
  make(access: AccessList): PracticedService;
  deliveries?: DeliveryVendor;
}

/** The stand-ins that read requests completely, by name. */
export const wholeServices = {
  github: {
    make: (access) => playGithub(access),
    deliveries: githubDeliveries,
  },
  google: { make: (access) => playRoutes([signInPart(createGoogleSignIn(), access)], sheetsNotFound) },
  'google-sheets': {
    make: (access) => playRoutes([signInPart(createGoogleSignIn(), access), ...sheetsParts(access)], sheetsNotFound),
  },
  http: { make: (access) => playRoutes(httpParts(access), httpNotFound) },
  hubspot: { make: (access) => playRoutes(hubspotParts(access), hubspotNotFound), deliveries: hubspotDeliveries },
  mastodon: { make: (access) => playRoutes(mastodonParts(access), mastodonNotFound) },
  notion: { make: (access) => playRoutes([signInPart(notionSignIn, access), ...notionParts(access)], notionNotFound) },
  s3: { make: (access) => playRoutes(s3Parts(access), s3NotFound) },
  shopify: {
    make: (access) => playRoutes([signInPart(shopifySignIn, access), ...shopifyParts(access)], shopifyNotFound),
    deliveries: shopifyDeliveries,
  },
  slack: {
    make: (access) => playRoutes([signInPart(slackSignIn, access), ...slackParts(access)], slackNotFound),
    deliveries: slackDeliveries,
  },
  stripe: { make: (access) => playRoutes(stripeParts(access), stripeNotFound), deliveries: stripeDeliveries },
  zendesk: { make: (access) => playRoutes(zendeskParts(access), zendeskNotFound) },
} as const satisfies Record<string, WholeService>;

export type WholeServiceName = keyof typeof wholeServices;

/** GitHub signs in at github.com and answers at api.github.com. One stand-in plays both. */
export function playGithub(access: AccessList): ReturnType<typeof createGithub> {
  const github = createGithub(access);
  const signIn: Part = signInPart(githubSignIn, access);
  const paths = signIn.routes.map(({ path }) => path);
  const atGithub = playRoutes([signIn], { status: 404, body: 'Not Found' });
  return {
    ...github,
    answer: (request) => (paths.includes(request.path) ? atGithub.answer(request) : github.answer(request)),
  };
}
