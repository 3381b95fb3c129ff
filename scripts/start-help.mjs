// Handles the arguments of `npm start`. It runs before anything is installed, so it imports nothing.

const help = `npm start

Starts Tallyhook and keeps it running until Ctrl-C: it installs the packages, builds the pages and fetches MongoDB and
Temporal where they are missing, and ends with a line that says the address and how to sign in.

It takes no options. Settings are variables, as in PORT=8080 npm start:

  PORT                            where it listens; else 3000
  TALLYHOOK_BASE_URL              the address that people and other services use; else http://127.0.0.1:PORT
  TALLYHOOK_HOME                  data, logs and secrets; else .tallyhook in the clone
  MONGODB_URI                     a replica set to use; else one is started
  TEMPORAL_ADDRESS                a Temporal server to use; else one is started
  TEMPORAL_NAMESPACE              its namespace; else tallyhook
  TALLYHOOK_DATABASE              how the names of the databases begin; else tallyhook
  TALLYHOOK_KEYRING               seals credentials, id:base64 of 32 bytes; else made once and kept in the home
  TALLYHOOK_OWNER_EMAIL           the first person; else owner@tallyhook.local
  TALLYHOOK_OWNER_PASSWORD        the password of the first person; else made and shown
  TALLYHOOK_DEMO                  0 for no demo workspace; else there is a demo
  TALLYHOOK_HOOK_RATE_SENDER      deliveries a second from one sender; else 100
  TALLYHOOK_HOOK_RATE_CONNECTOR   deliveries a second to one connector; else 1,000
  TALLYHOOK_DEVELOPMENT           1: tallyhook dev may install, 0: it may not; else 1 where the address is this machine's
  TALLYHOOK_KEEP_ANSWERS_OVER_MS  slower reports keep their answer; else 300
  TALLYHOOK_ROUTES                stand-ins on this machine; else none, in the demo the practice service
  TALLYHOOK_PRIVATE_HOSTS         private hosts that connectors may reach; else none
  TALLYHOOK_PAGES                 the folder of the built pages; else npm start builds them; the api alone serves none
  TALLYHOOK_TRUSTED_PROXIES       proxies whose X-Forwarded-For is believed; else none
  TALLYHOOK_LOG_LEVEL             debug, info, warn or error; else info

docs/guides/settings.md says more of each.
`;

/** The text to print instead of starting, with the exit code: 2 for unknown arguments. Undefined without arguments. */
export function answerArguments(args) {
  if (args.some((argument) => argument === '--help' || argument === '-h')) return { exitCode: 0, text: help };
  const unknown = args[0];
  if (unknown === undefined) return undefined;
  const advice = 'settings are variables, as in PORT=8080 npm start, and npm start -- --help names them.';
  return { exitCode: 2, text: `npm start takes no options but --help, and "${unknown}" was given: ${advice}\n` };
}
