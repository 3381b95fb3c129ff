export { changeWorkspace, createWorkspace, getWorkspace, listWorkspacesOf } from './workspaces.ts';
export type { Workspace } from './workspaces.ts';
