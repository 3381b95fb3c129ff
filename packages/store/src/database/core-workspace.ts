/**
 * The workspace of the operators, `/!core`, in which connectors are released for every workspace. Its id has the form of
 * any other, and is never given to another one.
 */
export const coreWorkspaceId = '000000000000000000000c0e';

/** The name of that workspace in addresses and parameters. */
export const coreWorkspaceName = '!core';
