export { changeWorkspace, createWorkspace, getWorkspace, listWorkspacesOf } from './workspaces.ts';
export type { Workspace, WorkspacesOf } from './workspaces.ts';
export { ensureOperators, isOperator } from './operators.ts';
export { removeMember } from './remove-member.ts';
