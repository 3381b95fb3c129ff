import type { Session, Workspace } from '@tallyhook/schemas/api';

/** What addresses call the workspace in which operators release connectors for every workspace. */
export const coreName = '!core';

/** The workspace that an address names, if the person is in it. */
export function workspaceOf({ workspaces, core }: Session, name: string | undefined): Workspace | undefined {
  if (name === coreName) return core;
  return [...workspaces, ...(core ? [core] : [])].find(({ id }) => id === name);
}

/** Whether it is the workspace of the operators, which has no records and no workflows. */
export function isCore({ core }: Session, workspace: Workspace | undefined): boolean {
  return workspace !== undefined && workspace.id === core?.id;
}
