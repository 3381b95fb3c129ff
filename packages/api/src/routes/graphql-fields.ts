import type { RouteTable } from '../graphql/route-fields.ts';
import { createSchemas } from '../graphql/schema-cache.ts';
import { deleteAppSamples } from './delete-app-samples.ts';
import { deleteBranchRoute } from './delete-branch.ts';
import { deleteInstalledApp } from './delete-installed-app.ts';
import { deleteType } from './delete-type.ts';
import { deleteView } from './delete-view.ts';
import { getApp } from './get-app.ts';
import { getAppUpdate } from './get-app-update.ts';
import { getApps } from './get-apps.ts';
import { getBranches } from './get-branches.ts';
import { getCommitDifferences } from './get-commit-differences.ts';
import { getCommits } from './get-commits.ts';
import { getDeletedBranches } from './get-deleted-branches.ts';
import { getMergeDifferences } from './get-merge-differences.ts';
import { getMergePreview } from './get-merge-preview.ts';
import { getRevertPreview } from './get-revert-preview.ts';
import { getRecordHistory } from './get-record-history.ts';
import { getTypeUses } from './get-type-uses.ts';
import { getTypes } from './get-types.ts';
import { getViews } from './get-views.ts';
import { patchBranch } from './patch-branch.ts';
import { patchType } from './patch-type.ts';
import { patchView } from './patch-view.ts';
import { postAppReleases } from './post-app-releases.ts';
import { postAppSamples } from './post-app-samples.ts';
import { postApps } from './post-apps.ts';
import { postBranches } from './post-branches.ts';
import { postCommitRevert } from './post-commit-revert.ts';
import { postCommits } from './post-commits.ts';
import { postDeletedBranchRestore } from './post-deleted-branch-restore.ts';
import { postMerges } from './post-merges.ts';
import { postRecordsBatch } from './post-records-batch.ts';
import { postTypePreview } from './post-type-preview.ts';
import { postTypes } from './post-types.ts';
import { postViewRestore } from './post-view-restore.ts';
import { postViews } from './post-views.ts';
import { putType } from './put-type.ts';

/** The routes that GraphQL offers too, by the names of their root fields. */
export const graphqlRoutes: RouteTable = {
  queries: {
    branches: getBranches,
    deletedBranches: getDeletedBranches,
    commits: getCommits,
    differences: getCommitDifferences,
    mergePreview: getMergePreview,
    revertPreview: getRevertPreview,
    mergeDifferences: getMergeDifferences,
    recordTypes: getTypes,
    recordTypeUses: getTypeUses,
    recordTypePreview: postTypePreview,
    recordHistory: getRecordHistory,
    apps: getApps,
    app: getApp,
    appUpdate: getAppUpdate,
    views: getViews,
  },
  mutations: {
    createBranch: postBranches,
    updateBranch: patchBranch,
    deleteBranch: deleteBranchRoute,
    restoreBranch: postDeletedBranchRestore,
    createCommit: postCommits,
    revertCommit: postCommitRevert,
    mergeBranches: postMerges,
    createRecordType: postTypes,
    updateRecordType: putType,
    updateRecordTypeFields: patchType,
    deleteRecordType: deleteType,
    changeRecords: postRecordsBatch,
    installApp: postApps,
    removeApp: deleteInstalledApp,
    releaseApp: postAppReleases,
    loadAppSamples: postAppSamples,
    removeAppSamples: deleteAppSamples,
    createView: postViews,
    updateView: patchView,
    deleteView: deleteView,
    restoreView: postViewRestore,
  },
  costly: [
    ...['mergePreview', 'revertPreview', 'mergeDifferences', 'differences', 'recordTypePreview', 'appUpdate', 'app'],
    ...['createBranch', 'restoreBranch', 'mergeBranches', 'revertCommit', 'updateRecordType', 'installApp'],
  ],
};

/** The schemas of branches: their record types, and these routes. */
export const schemaOf = createSchemas(graphqlRoutes);
