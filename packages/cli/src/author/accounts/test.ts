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
    .argument('<folder>', 'the folder of a connector')
    .description('make the test request of a connector with an account that is kept on this machine')
    .option('--account <name>', 'which one (default: default)')
    .option('--field <name=value>', 'a value of the sign-in instead; `name=-` asks for it', collectPair, [])
    .option('--field-from-env <name=VARIABLE>', 'a value taken from the environment', collectPair, [])
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
