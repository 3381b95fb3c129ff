import type { Command } from 'commander';
import type { Settings } from '../../settings.ts';
import { type AccountOptions, accountOfCall } from '../call/account-of-call.ts';
import { collectPair } from '../call/read-fields.ts';
import { openHttp } from '../call/open-http.ts';
import { compileOrFail } from '../compile-or-fail.ts';
import { triedText, tryAccount } from './try-account.ts';

/** `accounts test`: asks the service whether an account works. Exit 0 it works, 1 it does not, 2 bad usage. */
export function registerAccountsTest(accounts: Command, settings: Settings): void {
  accounts
    .command('test')
    .argument('<folder>', 'the connector folder')
    .description("check an account with the connector's test request")
    .option('--account <name>', 'the saved account to use (default: default)')
    .option('--field <name=value>', 'a sign-in value to use instead; `name=-` prompts for it', collectPair, [])
    .option('--field-from-env <name=VARIABLE>', 'a sign-in value from an environment variable', collectPair, [])
    .option('--json', 'print the account as JSON')
    .addHelpText('after', '\nExample:\n  $ tallyhook accounts test packages/connectors/github --account default')
    .action(async (folder: string, options: AccountOptions & { json?: boolean }) => {
      const { package: released } = compileOrFail(folder);
      const account = await accountOfCall(settings, released, options);
      const http = openHttp(settings);
      try {
        const tried = await tryAccount(released, { ...account, http });
        settings.output.write(`${options.json === true ? JSON.stringify(tried, null, 2) : triedText(tried)}\n`);
      } finally {
        await http.close();
      }
    });
}
