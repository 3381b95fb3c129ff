import { type ConnectorPackage, fromPointer, Problem } from '@tallyhook/schemas';
import { compileConnector } from '../compile/compile-connector.ts';
import { leaveOutCredentials } from '../recording/credential-forms.ts';
import { makeAction, nameOf } from './action.ts';
import { chooseOperations } from './choose-operations.ts';
import { joinFlows } from './join-flows.ts';
import type { ApiDocument, MadeActions, Note, Operation } from './model.ts';
import { describeConnector } from './describe-connector.ts';
import { findBase } from './find-base.ts';
import { liftKey, withKeyInPath } from './key-in-path.ts';
import { freeName, toConnectorId, toFileName } from './names.ts';
import { withOneAuthorization } from './one-authorization.ts';
import { createReader, type Reader } from './place.ts';
import { readApi } from './read-api.ts';
import { writeReadme } from './readme.ts';
import { type BaseAddress, holdsUser, readServer } from './servers.ts';
import { chooseSignIn, isFulfilled, type SignInPlan } from './sign-in.ts';

export interface OpenApiWishes {
  /** The connector's id; default: made from the title. */
  id?: string;
  /** Which operations; default: all. */
  operations?: readonly string[];
  /** Base address of all paths, instead of the document's first server. */
  baseUrl?: string;
  /** The security scheme for the sign-in; default: the one that covers most operations. */
  signIn?: string;
}

/** A connector made from a document: its files and notes on what was left out. */
export interface MadeConnector {
  id: string;
  texts: Map<string, string>;
  /** The operation of each action, by action name. */
  actions: Record<string, string>;
  /** The success status of each action, if the document states one. */
  statuses: Record<string, number>;
  notes: Note[];
  /** What the files, without README.md, compile to. */
  released: ConnectorPackage;
}

/** A connector's folder holds at most 1000 files. */
const maxActions = 900;

/**
 * Makes a connector from an OpenAPI 3.1 document. The result compiles without errors.
 * @throws Problem `invalid_input` if no connector can be made, with what to do
 */
export function connectorFromOpenApi(document: Record<string, unknown>, wishes: OpenApiWishes = {}): MadeConnector {
  const notes: Note[] = [];
  const reader = createReader(document, (pointer, reason) => void notes.push(brokenReference(pointer, reason)));
  const joined = joinFlows(readApi(reader));
  const api = withOneAuthorization(joined.api);
  if (api.operations.length === 0) throw noOperations(notes);
  noteWebhooks(reader, notes);
  const wanted = chooseOperations(api.operations, wishes.operations, notes);
  if (wanted.length > maxActions) throw tooMany(wanted.length);
  const { api: addressed, operations: chosen, prefix } = liftKey(api, wanted);
  const base = findBase(addressed, wishes.baseUrl && wishes.baseUrl.replace(/\/+$/, '') + prefix, notes);
  const plan = withKeyInPath(findSignIn(api, chosen, wishes.signIn && joined.nameOf(wishes.signIn)), base);
  notes.push(...plan.notes);
  const hosts = new Set([base.host, ...plan.hosts]);
  const made = makeActions(reader, chosen, { base, plan, hosts, notes });
  const id = wishes.id ?? (toConnectorId(api.title) || 'service');
  const connector = describeConnector(api, { id, base, plan, hosts: [...hosts], made, notes });
  const texts = new Map([['connector.json', write(connector)]]);
  for (const [name, { action }] of made) texts.set(`actions/${name}.json`, write(action));
  const released = compileUnbroken(texts, made, notes);
  texts.set('README.md', leaveOutCredentials(writeReadme(connector, made)));
  if (released === undefined || made.size === 0) throw nothingMade(notes);
  const actions = Object.fromEntries([...made].map(([name, { operation }]) => [name, nameOf(operation)]));
  const statuses = Object.fromEntries(
    [...made].flatMap(([name, { operation }]) => (operation.status === undefined ? [] : [[name, operation.status]])),
  );
  return { id, texts, actions, statuses, notes: distinct(notes), released };
}

interface Surroundings {
  base: BaseAddress;
  plan: SignInPlan;
  hosts: Set<string>;
  notes: Note[];
}

function makeActions(
  reader: Reader,
  operations: readonly Operation[],
  { base, plan, hosts, notes }: Surroundings,
): MadeActions {
  const made: MadeActions = new Map();
  for (const operation of operations) {
    if (!isFulfilled(operation, plan.schemes)) {
      const asked = operation.security.map((set) => set.join(' and ')).join(' or ');
      const unknown =
        plan.schemes.length > 0 ? '' : ', which is not supported; the sign-in "bearer" or "basic" may work';
      notes.push({
        kind: 'leftOut',
        pointer: operation.pointer,
        what: nameOf(operation),
        reason: `it requires the sign-in ${asked}${unknown}`,
      });
      continue;
    }
    if (operation.server !== undefined && holdsUser(operation.server)) {
      const reason = 'its own server has a user name or password before the @';
      notes.push({ kind: 'leftOut', pointer: operation.server.pointer, what: nameOf(operation), reason });
      continue;
    }
    const own = operation.server === undefined ? undefined : readServer(operation.server);
    if (own !== undefined && own.fields.length > 0) {
      notes.push({
        kind: 'leftOut',
        pointer: operation.server!.pointer,
        what: nameOf(operation),
        reason: 'its own server has variables',
      });
      continue;
    }
    const ownBaseUrl = own === undefined || own.baseUrl === base.baseUrl ? undefined : own.baseUrl;
    const result = makeAction(operation, { reader, setBySignIn: plan.setBySignIn, ownBaseUrl });
    notes.push(...result.notes);
    if (result.action === undefined) continue;
    if (ownBaseUrl !== undefined) hosts.add(own!.host);
    const plain = toFileName(operation.id ?? nameOf(operation)) || 'action';
    made.set(
      freeName(plain, (name) => made.has(name), '-'),
      { action: result.action, operation },
    );
  }
  return made;
}

function findSignIn(api: ApiDocument, operations: readonly Operation[], wished: string | undefined): SignInPlan {
  const plan = chooseSignIn(api.schemes, operations, wished);
  if (plan !== undefined) return plan;
  const known = api.schemes.map(({ name }) => name).join(', ') || 'none';
  throw new Problem('invalid_usage', `The document has no supported sign-in "${wished}". It has: ${known}.`);
}

function noteWebhooks(reader: Reader, notes: Note[]): void {
  for (const [name, { pointer }] of reader.entries(reader.child(reader.root, 'webhooks'))) {
    const reason =
      'the document does not say how to find the event and the delivery id; write the webhook in webhooks/';
    notes.push({ kind: 'leftOut', pointer, what: `the webhook "${name}"`, reason });
  }
}

/** Leaves out the actions that the compiler refuses, and notes why, so that the result always compiles. */
function compileUnbroken(texts: Map<string, string>, made: MadeActions, notes: Note[]): ConnectorPackage | undefined {
  const compiled = compileConnector(texts);
  if (compiled.package !== undefined) return compiled.package;
  const errors = compiled.problems.filter(({ severity }) => severity === 'error');
  for (const { file, pointer, message } of errors) {
    const name = /^actions\/(.*)\.json$/.exec(file)?.[1];
    if (name === undefined) {
      throw new Problem('invalid_input', `No connector can be created: ${file} ${pointer}: ${message}.`);
    }
    const dropped = made.get(name);
    if (dropped === undefined) continue;
    made.delete(name);
    texts.delete(file);
    const { operation } = dropped;
    const reason = `its action would be refused (${pointer}: ${message})`;
    notes.push({ kind: 'leftOut', pointer: operation.pointer, what: nameOf(operation), reason });
  }
  return made.size === 0 ? undefined : compileUnbroken(texts, made, notes);
}

/** Several operations may reach the same part of the document. */
function distinct(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [`${note.pointer}\n${note.what}\n${note.reason}`, note])).values()];
}

function write(value: object): string {
  // Documents contain example credentials, and some of those were real.
  const written = (_: string, part: unknown): unknown => (typeof part === 'string' ? leaveOutCredentials(part) : part);
  return `${JSON.stringify(value, written, 2)}\n`;
}

function tooMany(count: number): Problem {
  const detail = `The document has ${count} operations, but a connector has at most ${maxActions} actions. Choose fewer, such as issues/* or repos/get.`;
  return new Problem('invalid_input', detail);
}

/** For a missing path all its operations are left out; for any other part only that part. */
function brokenReference(pointer: string, reason: string): Note {
  const [paths, path, ...below] = fromPointer(pointer);
  const isPath = paths === 'paths' && path !== undefined && below.length === 0;
  return isPath ? { kind: 'leftOut', pointer, what: path, reason } : { kind: 'loosened', pointer, reason };
}

/** Names the other files that contain paths. */
function noOperations(notes: readonly Note[]): Problem {
  const reasons = distinct(notes).filter(({ pointer }) => pointer.startsWith('#/paths'));
  const listed = [...new Set(reasons.map(({ reason }) => reason))].slice(0, 5).join('; ');
  const why = listed === '' ? 'there is nothing to create actions from' : listed;
  return new Problem('invalid_input', `The document has no operations under "paths": ${why}.`);
}

function nothingMade(notes: readonly Note[]): Problem {
  const errors = notes
    .filter(({ kind }) => kind === 'leftOut')
    .map(({ pointer, what, reason }) => ({ pointer, code: 'left_out', detail: `${what}: ${reason}` }));
  return new Problem('invalid_input', 'None of the operations can become an action.', { errors: errors.slice(0, 20) });
}
