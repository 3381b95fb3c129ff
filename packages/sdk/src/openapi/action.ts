import type { ConnectorAction, Request } from '@tallyhook/schemas';
import { writeBody } from './body.ts';
import { createInputs } from './inputs.ts';
import type { Note, Operation } from './model.ts';
import { toLabel } from './names.ts';
import type { OperationContext } from './operation-context.ts';
import { writePages } from './pages.ts';
import { writeParameters, type ParameterParts } from './parameters.ts';
import type { Reader } from './place.ts';
import { createRoom, shorten } from './value-schema.ts';

/** What all operations of a document share. */
export interface ActionSurroundings {
  reader: Reader;
  setBySignIn: ReadonlySet<string>;
  /** Base address of this operation, if it differs from the connector's. */
  ownBaseUrl?: string | undefined;
}

/** An action, or why there is none; the notes list what is missing. */
export interface MadeAction {
  action?: ConnectorAction;
  notes: Note[];
}

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Makes an action from an operation. */
export function makeAction(operation: Operation, { reader, setBySignIn, ownBaseUrl }: ActionSurroundings): MadeAction {
  const what = nameOf(operation);
  if (!methods.includes(operation.method)) {
    return {
      notes: [{ kind: 'leftOut', pointer: operation.pointer, what, reason: `${operation.method} is not supported` }],
    };
  }
  const notes: Note[] = operation.extras.map((extra) => ({
    kind: 'leftOut',
    what: `the callbacks of ${what}`,
    ...extra,
  }));
  const refusals: Note[] = [];
  const inputs = createInputs();
  const context: OperationContext = {
    reader,
    room: createRoom(),
    inputs,
    setBySignIn,
    refuse: (pointer, reason) => void refusals.push({ kind: 'leftOut', pointer, what, reason }),
    leaveOut: (pointer, part, reason) =>
      void notes.push({ kind: 'leftOut', pointer, what: `${part} of ${what}`, reason }),
    loosen: (pointer, reason) => void notes.push({ kind: 'loosened', pointer, reason }),
  };
  const parameters = writeParameters(context, operation.parameters);
  const { upload, ...carried } = writeBody(context, operation.body, operation.method);
  const request = writeRequest(context, operation, { parameters, carried, ownBaseUrl });
  noteAnswer(context, operation);
  if (operation.isOpen && setBySignIn.size > 0)
    context.loosen(operation.pointer, 'the credential is sent although the operation needs no sign-in');
  const pages = upload === undefined ? writePages(reader, operation, request, inputs) : undefined;
  if (refusals.length > 0) return { notes: refusals };
  const action: ConnectorAction = {
    label: shorten(operation.summary ?? (toLabel(operation.id ?? '') || what), 100),
    ...describe(operation),
    input: inputs.build(),
    request: pages?.request ?? request,
    ...(pages === undefined ? {} : { pagination: pages.pagination }),
    ...(operation.method === 'GET' ? { annotations: { readOnly: true } } : {}),
    ...(parameters.idempotencyHeader === undefined ? {} : { idempotencyHeader: parameters.idempotencyHeader }),
    ...(upload === undefined ? {} : { upload }),
  };
  return { action, notes };
}

/** Name of an operation in messages. */
export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function describe({ description, summary }: Operation): { description?: string } {
  const text = description ?? (summary !== undefined && summary.length > 100 ? summary : undefined);
  return text === undefined ? {} : { description: shorten(text, 2000) };
}

interface RequestPieces {
  parameters: ParameterParts;
  carried: Pick<Request, 'body' | 'headers'>;
  ownBaseUrl: string | undefined;
}

function writeRequest(
  context: OperationContext,
  operation: Operation,
  { parameters, carried, ownBaseUrl }: RequestPieces,
): Request {
  const { path, query: written } = writePath(context, operation, parameters.path);
  const query = { ...written, ...parameters.query };
  const headers = { ...parameters.headers, ...carried.headers };
  return {
    method: operation.method as Request['method'],
    ...(ownBaseUrl === undefined ? { path } : { url: ownBaseUrl + path }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(carried.body === undefined ? {} : { body: carried.body }),
  };
}

/** The path with slots; a query string, which some documents include, becomes query parameters. */
function writePath(
  { inputs, refuse }: OperationContext,
  operation: Operation,
  slots: ReadonlyMap<string, string>,
): { path: string; query: Record<string, string> } {
  const [before = '', behind = ''] = operation.path.split('#')[0]!.split('?');
  const known = new Map(slots);
  const slot = (name: string): string => {
    // Many documents forget to declare a parameter named in braces.
    const found = known.get(name) ?? `{{${inputs.add(name, { type: 'string' }, { required: true })}|url}}`;
    known.set(name, found);
    return found;
  };
  const path = before.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => slot(name));
  if (/^\/?[a-z][a-z\d+.-]*:\/\//i.test(path))
    refuse(operation.pointer, `"${operation.path}" is a full address, not a path`);
  else if (
    path.replaceAll(/\{\{.*?\}\}/g, '').match(/[{}\\\s]/) ||
    path.split('/').some((part) => /^\.{1,2}$/.test(part))
  ) {
    refuse(operation.pointer, `"${operation.path}" is not a path`);
  }
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: Object.fromEntries([...new URLSearchParams(behind)].filter(([, value]) => !value.includes('{'))),
  };
}

/** Notes answers that are not text; they arrive as text anyway. */
function noteAnswer({ loosen }: OperationContext, { pointer, answerTypes }: Operation): void {
  const readable = (type: string): boolean => /[/+](json|xml|yaml|\*)$|^text\//.test(type);
  if (answerTypes.length === 0 || answerTypes.some(readable)) return;
  loosen(pointer, `the response is ${answerTypes[0]}; workflows receive it as text`);
}
