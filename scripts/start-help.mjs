// Handles the arguments of `npm start`. It runs before anything is installed, so it imports nothing.

const help = `npm start

Starts Tallyhook and keeps it running until Ctrl-C. Installs packages, builds the pages and downloads MongoDB and
Temporal if they are missing. The last line shows the address and how to sign in.

There are no options. Set variables instead, as in PORT=8080 npm start:

  PORT                            the port to listen on; default 3000
  TALLYHOOK_BASE_URL              the address for people and other services; default http://127.0.0.1:PORT
  TALLYHOOK_HOME                  the folder of data, logs and secrets; default .tallyhook in the clone
  MONGODB_URI                     a replica set to use; default a local one
  TEMPORAL_ADDRESS                a Temporal server to use; default a local one
  TEMPORAL_NAMESPACE              its namespace; default tallyhook
  TALLYHOOK_DATABASE              the prefix of database names; default tallyhook
  TALLYHOOK_KEYRING               seals credentials, id:base64 of 32 bytes; default generated once in the home
  TALLYHOOK_KEYRING_FILE          a file with the same text instead; default secrets/keyring in the home
  TALLYHOOK_OWNER_EMAIL           the first person; default owner@tallyhook.local
  TALLYHOOK_OWNER_PASSWORD        the password of the first person; default generated and shown
  TALLYHOOK_OPERATORS             emails of people who operate the installation, besides the owner; default none
  TALLYHOOK_NEW_WORKSPACES        who may make workspaces: owners, operators or anyone; default owners
  TALLYHOOK_SMTP_URL              the mail server, without which operators read the mails; default none
  TALLYHOOK_MAIL_FROM             the sender of mails; default none
  TALLYHOOK_OIDC_ISSUER           the OpenID Connect provider people can sign in with; default none
  TALLYHOOK_OIDC_CLIENT_ID        the client id that it gave; default none
  TALLYHOOK_OIDC_CLIENT_SECRET    the client secret that it gave; default none
  TALLYHOOK_OIDC_NAME             its name on the sign-in page; default its host
  TALLYHOOK_DEMO                  0 turns off the demo workspace; default 1
  TALLYHOOK_HOOK_RATE_SENDER      deliveries per second from one sender; default 100
  TALLYHOOK_HOOK_RATE_CONNECTOR   deliveries per second to one connector; default 1,000
  TALLYHOOK_DEVELOPMENT           whether tallyhook dev may install, 1 or 0; default 1 if the address is local
  TALLYHOOK_KEEP_ANSWERS_OVER_MS  slower reports keep their answer; default 300
  TALLYHOOK_COLUMNS               memory of kept columns in MiB, or off; default 256
  TALLYHOOK_PLAN_CALLS            questions that a workspace's API keys may ask in a month; default no limit
  TALLYHOOK_QUOTA_RECORDS         records of a workspace, on all branches, 0 for no limit; default 10,000,000
  TALLYHOOK_QUOTA_FILE_MB         megabytes of files of a workspace, 0 for no limit; default 100,000
  TALLYHOOK_FILES                 where new files go, gridfs or s3://bucket?endpoint=…; default gridfs
  TALLYHOOK_S3_ACCESS_KEY_ID      the key of that bucket; default none
  TALLYHOOK_S3_SECRET_ACCESS_KEY  its secret; default none
  TALLYHOOK_QUOTA_DELIVERIES      kept deliveries of a workspace, 0 for no limit; default 2,000,000
  TALLYHOOK_KEEP_RUNS_DAYS        days for which runs are kept, at least 31, 0 for good; default 365
  TALLYHOOK_MIN_FREE_MB           free disk below which nothing is saved; default a tenth of it, at most 1,074
  TALLYHOOK_ROUTES                stand-ins on this machine; default none, or the practice service in the demo
  TALLYHOOK_PRIVATE_HOSTS         private hosts that connectors may reach; default none
  TALLYHOOK_PAGES                 the folder of the built pages; default built by npm start, none for the api alone
  TALLYHOOK_TRUSTED_PROXIES       proxies whose X-Forwarded-For is trusted; default none
  TALLYHOOK_LOG_LEVEL             debug, info, warn or error; default info

See docs/guides/settings.md for details.
`;

/** The text to print instead of starting, with the exit code: 2 for unknown arguments. Undefined without arguments. */
export function answerArguments(args) {
  if (args.some((argument) => argument === '--help' || argument === '-h')) return { exitCode: 0, text: help };
  const unknown = args[0];
  if (unknown === undefined) return undefined;
  const advice = 'Set variables instead, as in PORT=8080 npm start. npm start -- --help lists them.';
  return { exitCode: 2, text: `npm start has no option "${unknown}", only --help. ${advice}\n` };
}
