import type { SecretForm } from './secret-forms.ts';

/**
 * What the credentials of single services look like. A row needs a prefix that nothing else has, or a length and signs that
 * are fixed. What is made up begins with `test-`, so that nothing here fits behind a hyphen.
 */
export const vendorKeys: SecretForm[] = [
  {
    name: 'a Slack token',
    pattern: /(?<![\w-])x(?:ox[a-z]|app)-[\w.%-]{8,}/g,
    source: 'https://docs.slack.dev/authentication/tokens',
  },
  {
    name: 'a Slack webhook address',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>(?:\w{4,}\/)+(?<drawn>\w{4,}))/g,
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  },
  {
    name: 'a Discord webhook address',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{4,}\/(?<drawn>(?!test-)[\w-]{8,}))/g,
    source: 'https://docs.discord.com/developers/resources/webhook',
  },
  {
    name: 'a Telegram bot token',
    pattern: /(?<![\w-])(?:bot)?(?<secret>\d{8,10}:(?<drawn>AA[\w-]{33}))(?![\w-])/g,
    source: 'https://core.telegram.org/bots/features#botfather',
  },
  {
    name: 'a GitHub token',
    pattern: /(?<![\w-])(?:gh[pousr]|github_pat)_(?<drawn>\w{16,})/g,
    source: 'https://github.blog/changelog/2021-03-31-authentication-token-format-updates-are-generally-available/',
  },
  {
    name: 'a GitLab token',
    pattern: /(?<![\w-])gl(?:pat|ptt|rt|dt|oas)-(?<drawn>[\w.-]{16,})/g,
    source: 'https://docs.gitlab.com/security/tokens/',
  },
  {
    name: 'an npm token',
    pattern: /(?<![\w-])npm_(?<drawn>[A-Za-z0-9]{36})(?!\w)/g,
    source: 'https://docs.npmjs.com/about-access-tokens',
  },
  {
    name: 'a Stripe key',
    pattern: /(?<![\w-])(?:sk|rk)_(?:live|test)_(?<drawn>\w{10,})/g,
    source: 'https://docs.stripe.com/api/authentication',
  },
  {
    name: 'the secret of a webhook',
    pattern: /(?<![\w-])whsec_(?<drawn>[\w+/=]{10,})/g,
    source: 'https://docs.stripe.com/webhooks/signature, https://www.standardwebhooks.com',
  },
  {
    name: 'a Shopify token',
    pattern: /(?<![\w-])shp(?:at|ca|pa|ss)_(?<drawn>[0-9a-fA-F]{32})(?!\w)/g,
    source: 'https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing',
  },
  {
    name: 'an AWS access key',
    pattern: /(?<![A-Za-z0-9-])AKIA[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids',
  },
  {
    name: 'a Google API key',
    pattern: /(?<![\w-])AIza(?<drawn>[\w-]{35})(?![\w-])/g,
    source: 'https://docs.cloud.google.com/docs/authentication/api-keys',
  },
  {
    name: 'a DigitalOcean token',
    pattern: /(?<![\w-])do[opr]_v1_(?<drawn>[0-9a-f]{64})/g,
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
  },
  {
    name: 'a key of OpenAI or Anthropic',
    pattern: /(?<![\w-])sk-(?<drawn>(?:[a-z]+\d*-){0,2}(?=[\w-]*[A-Za-z0-9]{16})[\w-]{20,})/g,
    source:
      'https://platform.openai.com/docs/api-reference/authentication, https://platform.claude.com/docs/en/api/overview',
  },
  {
    name: 'a Hugging Face token',
    pattern: /(?<![\w-])hf_(?<drawn>[A-Za-z0-9]{30,})(?!\w)/g,
    source: 'https://huggingface.co/docs/hub/security-tokens',
  },
  {
    name: 'a SendGrid key',
    pattern: /(?<![\w-])SG\.(?<drawn>[\w-]{20,}\.[\w-]{40,})/g,
    source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
  },
  {
    name: 'a Brevo key',
    pattern: /(?<![\w-])xkeysib-(?<drawn>[0-9a-f]{32,}[\w-]*)/g,
    source: 'https://developers.brevo.com/docs/getting-started',
  },
  {
    name: 'a HubSpot token',
    pattern: /(?<![\w-])pat-[a-z]{2}\d-(?<drawn>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g,
    source: 'https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview',
  },
  {
    name: 'a Linear key',
    pattern: /(?<![\w-])lin_(?:api|oauth)_(?<drawn>[A-Za-z0-9]{30,})/g,
    source: 'https://linear.app/developers/graphql',
  },
  {
    name: 'a Notion token',
    pattern: /(?<![\w-])ntn_(?<drawn>[A-Za-z0-9]{30,})/g,
    source: 'https://developers.notion.com/page/changelog',
  },
];
