/** What was done, in words before the name of what it was done to. */
export const auditActions: [action: string, label: string][] = [
  ['invitation.created', 'Invited'],
  ['invitation.accepted', 'Accepted the invitation to'],
  ['invitation.declined', 'Declined the invitation to'],
  ['invitation.revoked', 'Withdrew the invitation of'],
  ['member.set', 'Set the role of'],
  ['member.removed', 'Removed'],
  ['keyring.rotated', 'Rotated the keyring to the key'],
  ['keyring.key_removed', 'Removed from the keyring the key'],
  ['key.created', 'Made the key'],
  ['key.rotated', 'Rotated the key'],
  ['key.revoked', 'Deleted the key'],
  ['share.created', 'Shared by link'],
  ['share.revoked', 'Removed the link'],
  ['account.linked', 'Linked the account'],
  ['account.changed', 'Changed the account'],
  ['account.address_changed', 'Changed the address of the account'],
  ['account.unlinked', 'Unlinked the account'],
  ['app.installed', 'Installed the app'],
  ['app.released', 'Released the app'],
  ['app.removed', 'Removed the app'],
  ['connector.installed', 'Installed the connector'],
  ['connector.released', 'Released the connector'],
  ['connector.removed', 'Removed the connector'],
  ['connector.workflows_moved', 'Moved workflows to the installed version of the connector'],
  ['action.tried', 'Tried an action of the connector'],
  ['workflow.changed', 'Changed the workflow'],
  ['workflow.address_changed', 'Changed the address of the workflow'],
  ['run.started', 'Started a run of'],
  ['run.again', 'Ran again a run of'],
  ['run.cancelled', 'Cancelled a run of'],
  ['run.decided', 'Decided about a run of'],
  ['workspace.created', 'Made the workspace'],
  ['workspace.changed', 'Changed the workspace'],
  ['branch.protected', 'Changed who may change a branch'],
];

/** The words for an action; one that this page does not know stays as it is. */
export function describeAction(action: string): string {
  return auditActions.find(([known]) => known === action)?.[1] ?? action;
}
