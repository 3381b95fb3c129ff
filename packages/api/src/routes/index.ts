import type { Route } from '../route.ts';
import { deleteKey } from './delete-key.ts';
import { deleteRecord } from './delete-record.ts';
import { deleteSession } from './delete-session.ts';
import { getBranches } from './get-branches.ts';
import { getChanges } from './get-changes.ts';
import { getFile } from './get-file.ts';
import { getFiles } from './get-files.ts';
import { getKeys } from './get-keys.ts';
import { getRecord } from './get-record.ts';
import { getRecords } from './get-records.ts';
import { getRun } from './get-run.ts';
import { getRuns } from './get-runs.ts';
import { getSession } from './get-session.ts';
import { getTypes } from './get-types.ts';
import { getWorkspaces } from './get-workspaces.ts';
import { patchRecord } from './patch-record.ts';
import { postFiles } from './post-files.ts';
import { postKeys } from './post-keys.ts';
import { postRecords } from './post-records.ts';
import { postSession } from './post-session.ts';
import { postTypes } from './post-types.ts';
import { postWorkspaces } from './post-workspaces.ts';

/** Every address of the service; one line a route. */
export const routes: readonly Route[] = [
  postSession,
  getSession,
  deleteSession,
  getWorkspaces,
  postWorkspaces,
  getBranches,
  getKeys,
  postKeys,
  deleteKey,
  getTypes,
  postTypes,
  getRecords,
  postRecords,
  getRecord,
  patchRecord,
  deleteRecord,
  getChanges,
  getFiles,
  postFiles,
  getFile,
  getRuns,
  getRun,
];
