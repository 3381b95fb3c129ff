import { Problem, type Dashboard, type DashboardCondition, type Report } from '@tallyhook/schemas';
import { listBranches, openBranch, type Branch } from '@tallyhook/store/branches';
import { getDefinition, listDefinitions, type Definition } from '@tallyhook/store/definitions';
import { openShareLink, type ShareLink } from '@tallyhook/store/shares';
import type { Store } from '@tallyhook/store';
import type { Request } from 'express';
import type { Caller } from '../caller.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { guessing } from '../guessing.ts';
import { undefinedIfGone } from '../undefined-if-gone.ts';

/** Requests per minute with one link, by all its readers together. */
const rate = { limit: 300, windowMs: 60_000 };

/** What a link shows. */
export interface Shared {
  link: ShareLink;
  /** Somebody without a name or abilities, who is asked about on the link's branch only. */
  caller: Caller;
  name: string;
  description: string | undefined;
  conditions: readonly DashboardCondition[];
  reports: { report: Definition; width: 1 | 2 | 3 }[];
}

/**
 * Opens what a link shows. A wrong secret counts as a failed attempt of the address.
 * @throws Problem `not_found`, `too_many_requests`.
 */
export async function openShared(deps: ApiDependencies, request: Pick<Request, 'ip'>, secret: string): Promise<Shared> {
  const { store, turns, now } = deps;
  const link = await guessing(request, deps, () => openShareLink(store, secret, now()));
  const waitMs = await turns.take(`shared ${link.id}`, rate);
  if (waitMs > 0)
    throw new Problem('too_many_requests', 'Too many people have this page open. Try again in a moment.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  const branch = await branchOf(store, link);
  const caller: Caller = {
    kind: 'key',
    workspaceId: link.workspaceId,
    branch,
    abilities: new Set(),
    by: `share:${link.id}`,
  };
  const shown = await getDefinition(store, branch, link.kind, link.target).catch(undefinedIfGone);
  if (shown === undefined) throw gone(link.kind);
  if (link.kind === 'report') {
    const { description } = shown.definition as Report;
    return { link, caller, name: shown.name, description, conditions: [], reports: [{ report: shown, width: 3 }] };
  }
  const { tiles, conditions = [], description } = shown.definition as Dashboard;
  const known = new Map((await listDefinitions(store, branch, 'report')).map((report) => [report.id, report]));
  const reports = tiles.flatMap(({ report: id, width }) => {
    const report = known.get(id);
    return report === undefined ? [] : [{ report, width }];
  });
  return { link, caller, name: shown.name, description, conditions, reports };
}

async function branchOf(store: Store, { workspaceId, branchId }: ShareLink): Promise<Branch> {
  const branch = (await listBranches(store, workspaceId)).find(({ id }) => id === branchId);
  if (branch === undefined) throw new Problem('not_found', 'The branch of this link was deleted. Ask for a new link.');
  return openBranch(store, workspaceId, branch.name);
}

const gone = (kind: string): Problem =>
  new Problem('not_found', `The ${kind} of this link was deleted. Ask for a new link.`);
