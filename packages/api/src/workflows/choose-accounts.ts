import { nearest, Problem, toPointer, type ProblemDetail, type Workflow } from '@tallyhook/schemas';
import { walkSteps, type AccountUse, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import { listLinkedAccounts, type LinkedAccount } from '@tallyhook/store/accounts';
import type { WorkflowSettings } from '@tallyhook/store/workflows';

/** A change to a workflow's settings; null unselects an account. */
export interface SettingsChange {
  on?: boolean;
  accounts?: Record<string, string | null>;
}

/**
 * Applies a change to the settings. Accounts under names that the definition no longer uses are dropped; so are other
 * people's own accounts if the steps changed, because their owners did not choose them for these steps.
 * @throws Problem `invalid_workflow` for a name that the definition does not use, an account that is not linked in the
 * workspace, or an account of another connector; `forbidden` for somebody else's own account.
 */
export async function changeSettings(
  { store, kinds }: { store: Store; kinds: WorkflowKinds },
  { workspaceId, definition, personId, hasNewSteps = false }: Choosing,
  before: WorkflowSettings,
  { on = before.on, accounts = {} }: SettingsChange,
): Promise<WorkflowSettings> {
  const connectors = connectorsByName(definition, kinds);
  const isNeeded = Object.keys(accounts).length > 0 || (hasNewSteps && Object.keys(before.accounts).length > 0);
  const linked = isNeeded ? await listLinkedAccounts(store, workspaceId) : [];
  const others = new Set(linked.filter((each) => !canUse(each, personId)).map((each) => each.id));
  refuseOthers(accounts, linked, others);
  const errors = Object.entries(accounts).flatMap(([name, id]) => findMistake(name, id, { connectors, linked }));
  if (errors.length > 0) throw new Problem('invalid_workflow', 'The accounts do not fit the workflow.', { errors });
  const chosen = Object.entries({ ...before.accounts, ...accounts }).filter(
    ([name, id]) => id !== null && connectors.has(name) && !(hasNewSteps && others.has(id)),
  );
  return { on, accounts: Object.fromEntries(chosen) as Record<string, string> };
}

/** The workflow whose accounts are chosen, and the person who does it; a key is nobody. */
interface Choosing {
  workspaceId: string;
  definition: Workflow;
  personId: string | undefined;
  /** Whether the definition may have changed since its accounts were chosen. */
  hasNewSteps?: boolean;
}

/** Whether a person can use an account in workflows: it is shared with the workspace, or their own. */
export function canUse({ shared, ownerPersonId }: LinkedAccount, personId: string | undefined): boolean {
  return shared || (personId !== undefined && ownerPersonId === personId);
}

function refuseOthers(
  accounts: Record<string, string | null>,
  linked: readonly LinkedAccount[],
  others: ReadonlySet<string>,
): void {
  const foreign = linked.find((each) => others.has(each.id) && Object.values(accounts).includes(each.id));
  if (foreign === undefined) return;
  const detail = `The account "${foreign.label}" belongs to one person. Only its owner can put it into a workflow, or share it with the workspace.`;
  throw new Problem('forbidden', detail);
}

/** The account names of a definition without a chosen account, in definition order. */
export function missingAccounts(
  definition: Workflow,
  { accounts }: Pick<WorkflowSettings, 'accounts'>,
  kinds: WorkflowKinds,
): string[] {
  return [...connectorsByName(definition, kinds).keys()].filter((name) => !Object.hasOwn(accounts, name));
}

/** The account names of a definition. */
export function accountNames(definition: Workflow, kinds: WorkflowKinds): string[] {
  return [...connectorsByName(definition, kinds).keys()];
}

/** The connectors that each account name is used with. */
function connectorsByName(definition: Workflow, kinds: WorkflowKinds): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { name, connector } of accountsOf(definition, kinds))
    found.set(name, (found.get(name) ?? new Set()).add(connector));
  return found;
}

function accountsOf({ trigger, steps }: Workflow, kinds: WorkflowKinds): AccountUse[] {
  const listens = kinds.triggers.find(({ kind }) => kind === trigger.kind)?.accounts?.(trigger) ?? [];
  return [...listens, ...walkSteps(steps, kinds).flatMap(({ kind, step }) => kind?.accounts?.(step) ?? [])];
}

function findMistake(
  name: string,
  id: string | null,
  { connectors, linked }: { connectors: Map<string, Set<string>>; linked: LinkedAccount[] },
): ProblemDetail[] {
  const pointer = toPointer(['accounts', name]);
  const used = connectors.get(name);
  if (!used) {
    const allowed = [...connectors.keys()];
    const suggestion = nearest(name, allowed);
    return [
      {
        pointer,
        code: 'unknown_key',
        detail: `the workflow has no account name "${name}"; it has ${allowed.join(', ') || 'none'}`,
        allowed,
        suggestion,
      },
    ];
  }
  if (id === null) return [];
  const account = linked.find((each) => each.id === id);
  if (account && used.has(account.connector)) return [];
  const wanted = [...used].join(', ');
  const detail = account
    ? `the account "${account.label}" belongs to "${account.connector}", but the workflow needs an account of ${wanted}`
    : `this workspace has no linked account "${id}"; link an account of ${wanted}`;
  return [
    {
      pointer,
      code: 'unknown_account',
      detail,
      allowed: linked.filter((each) => used.has(each.connector)).map((each) => each.id),
    },
  ];
}
