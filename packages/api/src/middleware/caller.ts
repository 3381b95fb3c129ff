import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import { openBranch, openBranchOf, type Branch } from '@tallyhook/store/branches';
import { takeMoment } from '@tallyhook/store/collections';
import { openApiKey, workspaceOfSeenKey, type KeyAccess, type OpenedKey, type SeenKey } from '@tallyhook/store/keys';
import {
  abilitiesOf,
  coreWorkspaceId,
  coreWorkspaceName,
  findSession,
  listMemberships,
  roleOf,
  type Ability,
  type Role,
} from '@tallyhook/store/people';
import type { Request, RequestHandler, Response } from 'express';
import type { ApiDependencies } from '../dependencies.ts';
import { inTime } from '../in-time.ts';
import type { Caller, SignedIn } from '../caller.ts';
import { abilitiesOfKey, abilityOf, admits, type Access } from '../access.ts';
import { abilitiesOnBranch, roleNeeded } from '../branches/branch-roles.ts';
import type { Route, RouteRequest } from '../route.ts';
import { readSessionCookie } from '../session-cookie.ts';
import { searchOf } from './check-parameters.ts';

const timeoutMs = 5_000;
const sentence = 'The database does not answer. Try again in a moment.';
const takesKey = 'This requires an API key: Authorization: Bearer <key>.';
const keyless = 'An API key cannot do this; a signed-in person can.';
const askSignedIn = ' If you are signed in, ask with GET /api/query?q=<the question as JSON>.';

/** The workspace and branch that a request with a session names; a key has its own. */
interface Place {
  workspace: string | undefined;
  branch: string | undefined;
}

/**
 * Identifies the caller and checks their access: 401 without a valid session or key, 404 for a workspace or branch that
 * is not theirs, 403 for a missing ability.
 */
export function identifyCaller(route: Pick<Route, 'access' | 'asks'>, deps: ApiDependencies): RequestHandler {
  const { access, asks = false } = route;
  if (access === 'anyone') return (_request, _response, next) => next();
  return async (request, response, next) => {
    const asked = request as unknown as RouteRequest;
    const findWorkspace = () => (asks ? workspaceOfQuestion(asked, deps) : undefined);
    await deps.entrance.pass({ request: asked, response: response as Response, findWorkspace }, () =>
      inTime(identify(asked, route, deps), { timeoutMs, sentence }),
    );
    next();
  };
}

async function identify(
  request: RouteRequest,
  { access, asks = false }: Pick<Route, 'access' | 'asks'>,
  deps: ApiDependencies,
): Promise<void> {
  const { people, keys } = admits(access);
  const ability = abilityOf(access);
  if (request.get('authorization') !== undefined) {
    const key = await requireKey(request, deps, asks);
    if (!keys) throw new Problem('forbidden', keyless);
    request.caller = await callerOfKey(deps.store, key, readPlace(request));
  } else {
    if (!people) throw new Problem('sign_in_required', `${takesKey}${asks ? askSignedIn : ''}`);
    request.signedIn = await requireSession(request, deps);
    if (ability === undefined) return;
    request.caller = await callerOfSession(deps.store, request.signedIn, readPlace(request));
  }
  if (ability !== undefined) requireAbility(request.caller, ability);
}

/** The workspace asking a question, if it is known without reading anything. */
function workspaceOfQuestion(request: Request, { store }: ApiDependencies): string | undefined {
  const text = keyTextOf(request);
  return text === undefined ? undefined : workspaceOfSeenKey(store, text);
}

const keyTextOf = (request: Request): string | undefined =>
  /^bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];

/** @throws Problem `sign_in_required`. */
export async function requireSession(request: Request, { store, now }: ApiDependencies): Promise<SignedIn> {
  const token = readSessionCookie(request);
  const session = token === undefined ? undefined : await findSession(store, token, now());
  if (session !== undefined) return { personId: session.personId, session };
  const detail =
    token === undefined
      ? 'Sign in at /api/session, or send an API key as Authorization: Bearer <key>.'
      : 'The session has ended. Sign in again.';
  throw new Problem('sign_in_required', detail);
}

/** What is read about a key that was seen before, while the key itself is read. */
interface EarlyReads {
  maker: Promise<Role | undefined> | undefined;
  /** If the moment cannot be taken now, it is taken once the question is parsed. */
  moment: Caller['moment'];
}

function readEarly({ store, keptColumns }: ApiDependencies, key: SeenKey, asks: boolean): EarlyReads {
  const moment = asks ? takeMoment(store, key, keptColumns?.keptTypes(key)).catch(() => undefined) : undefined;
  return { maker: readMaker(store, key), moment };
}

/** Everybody in the workspace may read, and the keys of a person who leaves it go with them. */
function readMaker(store: Store, { access, workspaceId, createdBy }: SeenKey): Promise<Role | undefined> | undefined {
  const maker = access === 'write' ? roleOf(store, workspaceId, createdBy) : undefined;
  maker?.catch(() => undefined);
  return maker;
}

async function requireKey(request: Request, deps: ApiDependencies, asks: boolean): Promise<OpenedKey<EarlyReads>> {
  const { store, attempts, now } = deps;
  const text = keyTextOf(request);
  const options = { now: now(), readEarly: (seen: SeenKey) => readEarly(deps, seen, asks) };
  const key = text === undefined ? undefined : await openApiKey(store, text, options);
  if (key !== undefined) return key;
  await attempts.count({ address: request.ip ?? '' });
  throw new Problem('sign_in_required', 'The API key is not valid. Send a complete one: Authorization: Bearer <key>.');
}

async function callerOfKey(
  store: Store,
  { key, openBranch, early }: OpenedKey<EarlyReads>,
  place: Place,
): Promise<Caller> {
  const { id, workspaceId, access } = key;
  const { maker, moment } = early ?? { maker: readMaker(store, key), moment: undefined };
  const branch = await openBranch().catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    throw new Problem('not_found', 'The branch of this key was deleted. Create a key for another branch.');
  });
  if ((place.workspace ?? workspaceId) !== workspaceId || (place.branch ?? branch.name) !== branch.name) {
    throw new Problem(
      'forbidden',
      `This key works only on the branch "${branch.name}" of its own workspace. Leave workspace and branch out.`,
    );
  }
  const role = await maker;
  const abilities = abilitiesNow(access, role, branch);
  const made = { access, maker: role };
  return {
    kind: 'key',
    keyId: id,
    key: made,
    workspaceId,
    branch,
    abilities,
    by: `key:${id}`,
    ...(moment && { moment }),
  };
}

/** What a key may do now: to read, and what it shares with the role that its maker has. */
function abilitiesNow(access: KeyAccess, maker: Role | undefined, branch: Branch): ReadonlySet<Ability> {
  const all = maker === undefined ? new Set<Ability>() : abilitiesOnBranch(abilitiesOf(maker), maker, branch);
  return new Set([...abilitiesOfKey(access)].filter((one) => one === 'read' || all.has(one)));
}

/** The same person on another branch of the workspace. */
export function onBranch(caller: Caller, branch: Branch): Caller {
  const { role } = caller;
  if (role === undefined) return caller;
  return { ...caller, branch, abilities: abilitiesOnBranch(abilitiesOf(role), role, branch) };
}

async function callerOfSession(store: Store, { personId }: SignedIn, place: Place): Promise<Caller> {
  const workspaceId = place.workspace ?? (await onlyWorkspace(store, personId));
  const role = await roleOf(store, workspaceId, personId);
  if (role === undefined) throw new Problem('not_found', 'You are not in a workspace with that id.');
  const branch = await openBranch(store, workspaceId, place.branch ?? 'main');
  const abilities = abilitiesOnBranch(abilitiesOf(role), role, branch);
  return { kind: 'session', personId, workspaceId, branch, role, abilities, by: personId };
}

/**
 * Returns a caller whose branch an earlier part of the request has changed, with the branch as it is now.
 * @throws Problem `not_found` if it was deleted.
 */
export async function reopenBranch(store: Store, caller: Caller): Promise<Caller> {
  const { workspaceId, role } = caller;
  const { id: branchId, name: branchName } = caller.branch;
  const branch = await openBranchOf(store, { workspaceId, branchId, branchName });
  const abilities = role === undefined ? caller.abilities : abilitiesOnBranch(abilitiesOf(role), role, branch);
  return { ...caller, branch, abilities };
}

/**
 * Returns the person as a caller with that ability in the workspace.
 * @throws Problem `not_found`; `forbidden` without the ability.
 */
export async function requireInWorkspace(
  store: Store,
  signedIn: SignedIn,
  workspace: string,
  needed: Ability,
): Promise<Caller> {
  const caller = await callerOfSession(store, signedIn, { workspace, branch: undefined });
  requireAbility(caller, needed);
  return caller;
}

async function onlyWorkspace(store: Store, personId: string): Promise<string> {
  const memberships = (await listMemberships(store, personId)).filter((one) => one.workspaceId !== coreWorkspaceId);
  const [only] = memberships;
  if (only !== undefined && memberships.length === 1) return only.workspaceId;
  if (only === undefined) {
    const detail = 'You are not in any workspace yet. Create one with POST /api/workspaces.';
    throw new Problem('not_found', detail, { members: { workspaces: [] } });
  }
  const ids = memberships.map(({ workspaceId }) => workspaceId);
  const detail = `You are in ${ids.length} workspaces. Name one: workspace=${ids.slice(0, 5).join(', ')}.`;
  throw new Problem('invalid_request', detail, { members: { workspaces: ids } });
}

/**
 * Refuses an identified caller that a route does not admit.
 * @throws Problem `forbidden`; `sign_in_required` if it takes keys only.
 */
export function requireAccess(caller: Caller, access: Access): void {
  const { people, keys } = admits(access);
  if (caller.kind === 'key' && !keys) throw new Problem('forbidden', keyless);
  if (caller.kind === 'session' && !people) throw new Problem('sign_in_required', takesKey);
  const ability = abilityOf(access);
  if (ability !== undefined) requireAbility(caller, ability);
}

/** @throws Problem `forbidden` without the ability. */
export function requireAbility(caller: Caller, needed: Ability): void {
  if (caller.abilities.has(needed)) return;
  const { role, branch } = caller;
  if (needed === 'write' && role !== undefined && abilitiesOf(role).has('write')) {
    const needs = branch.protection.write;
    const detail = `The branch "${branch.name}" can be changed directly only by the role ${needs}; yours is ${role}. Make the change on a branch of your own and merge it.`;
    throw new Problem('forbidden', detail, { members: { needs } });
  }
  const needs = roleNeeded(needed, branch);
  throw new Problem('forbidden', whyNot(caller, { needed, needs }), { members: { needs } });
}

function whyNot({ role, key, branch }: Caller, { needed, needs }: { needed: Ability; needs: Role }): string {
  const orHigher = needs === 'owner' ? '' : ' or higher';
  if (role !== undefined)
    return `This requires the role ${needs}${orHigher}; yours is ${role}. Ask an admin or an owner of the workspace to do it, or to give you the role.`;
  if (key?.access === 'read' && abilitiesOfKey('write').has(needed))
    return 'This key may only read. Use a key that may write: an admin or an owner makes it on the page API access, or with POST /api/keys.';
  const maker = key?.maker === undefined ? 'has none' : `is ${key.maker}`;
  return `This requires the role ${needs}${orHigher} of the person who made the key, who ${maker} now on the branch "${branch.name}". Use a key of somebody who has it.`;
}

function readPlace(request: Request): Place {
  const search = searchOf(request.originalUrl);
  const workspace = single(search, 'workspace');
  return { workspace: workspace === coreWorkspaceName ? coreWorkspaceId : workspace, branch: single(search, 'branch') };
}

function single(search: URLSearchParams, name: string): string | undefined {
  const given = search.getAll(name);
  if (given.length > 1) throw new Problem('invalid_request', `"${name}" is given ${given.length} times; send it once.`);
  return given[0];
}
