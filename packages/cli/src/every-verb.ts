import { registerAuthorVerbs } from './author/index.ts';
import { registerDemo } from './demo/flights.ts';
import { registerAccounts } from './verbs/accounts.ts';
import { registerApps } from './verbs/apps.ts';
import { registerAsk } from './verbs/ask.ts';
import { registerBranches } from './verbs/branches.ts';
import { registerClients } from './verbs/clients.ts';
import { registerConnectors } from './verbs/connectors.ts';
import { registerDeliveries } from './verbs/deliveries.ts';
import { registerFiles } from './verbs/files.ts';
import { registerImport } from './verbs/import.ts';
import { registerKeyring } from './verbs/keyring.ts';
import { registerKeys } from './verbs/keys.ts';
import { registerLogin } from './verbs/login.ts';
import { registerMembers } from './verbs/members.ts';
import { registerRecords } from './verbs/records.ts';
import { registerReports } from './verbs/reports.ts';
import { registerRuns } from './verbs/runs.ts';
import { registerWorkflows } from './verbs/workflows.ts';
import { registerWorkspaces } from './verbs/workspaces.ts';
import type { Verbs } from './load-verbs.ts';

/** All verbs: those that talk to the product, and those for connector authors. */
export const everyVerb: Verbs = {
  product: [
    registerLogin,
    registerWorkspaces,
    registerBranches,
    registerMembers,
    registerKeys,
    registerKeyring,
    registerImport,
    registerRecords,
    registerAsk,
    registerReports,
    registerFiles,
    registerApps,
    registerConnectors,
    registerAccounts,
    registerClients,
    registerWorkflows,
    registerRuns,
    registerDeliveries,
    registerDemo,
  ],
  author: [registerAuthorVerbs],
};
