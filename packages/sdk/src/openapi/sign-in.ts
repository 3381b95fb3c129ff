import type { AccountField, SignIn } from '@tallyhook/schemas';
import type { Note, Operation, SecurityScheme } from './model.ts';
import { freeName, toInputName, toLabel } from './names.ts';
import { noteFlows, writeOAuth } from './oauth.ts';
import { shorten } from './value-schema.ts';

/** How the connector signs in. */
export interface SignInPlan {
  signIn: SignIn;
  fields: AccountField[];
  /** Additional headers of every request. */
  headers: Record<string, string>;
  /** Additional hosts, besides that of the service. */
  hosts: string[];
  /** Headers and query parameters it sets, such as `header authorization`. */
  setBySignIn: Set<string>;
  /** The document's schemes that it fulfils. */
  schemes: readonly string[];
  notes: Note[];
}

/** The result of writing one scheme; `asHeader` is set if it can be combined with another. */
export interface WrittenScheme {
  signIn: SignIn;
  fields: AccountField[];
  asHeader?: { header: string; value: string };
  /** Additional hosts. */
  hosts?: string[];
  note?: string;
}

/**
 * Chooses the schemes that cover most operations, or those called `wanted`, and writes them. Returns undefined if
 * `wanted` names none that can be written.
 */
export function chooseSignIn(
  schemes: readonly SecurityScheme[],
  operations: readonly Operation[],
  wanted?: string,
): SignInPlan | undefined {
  const isPlain = wanted !== undefined && plainKinds.includes(wanted) && schemes.every(({ name }) => name !== wanted);
  if (schemes.length === 0 || isPlain) return withoutSchemes(operations, wanted);
  const writable = new Map(schemes.filter((scheme) => writeScheme(scheme) !== undefined).map((s) => [s.name, s]));
  const asked = operations.flatMap(({ security }) => security);
  const sets = (wanted === undefined ? asked : [[wanted]]).filter(
    (set) => set.length > 0 && set.every((name) => writable.has(name)) && canCombine(set, writable),
  );
  const unwritable = schemes.filter(({ name }) => !writable.has(name)).map(noteUnwritable);
  const best = setServingMost(sets, operations);
  if (best === undefined) return wanted === undefined ? { ...noSignIn, notes: unwritable } : undefined;
  const plan = writeSet(best.map((name) => withAskedScopes(writable.get(name)!, operations)));
  const others = [...writable.values()].filter(({ name }) => !best.includes(name));
  return { ...plan, notes: [...plan.notes, ...unwritable, ...others.map(noteUnused)] };
}

/** May be chosen if the document names no scheme, as GitHub's does not. */
export const plainKinds = ['bearer', 'basic'];

/** Where a document lists its security schemes. */
export const schemesPointer = '#/components/securitySchemes';

function withoutSchemes(operations: readonly Operation[], wanted: string | undefined): SignInPlan | undefined {
  const pointer = schemesPointer;
  const reason = `the document declares none; choose the sign-in ${plainKinds.map((kind) => `"${kind}"`).join(' or ')} to add one`;
  if (wanted === undefined) return { ...noSignIn, notes: [{ kind: 'leftOut', pointer, what: 'the sign-in', reason }] };
  if (!plainKinds.includes(wanted)) return undefined;
  const plan = writeSet([{ name: wanted, kind: wanted, pointer, description: undefined }]);
  // Operations may require schemes that the document does not describe.
  return { ...plan, schemes: operations.flatMap(({ security }) => security.flat()) };
}

const noSignIn: Omit<SignInPlan, 'notes'> = {
  signIn: { kind: 'none' },
  fields: [],
  headers: {},
  hosts: [],
  setBySignIn: new Set(),
  schemes: [],
};

/** Whether these schemes are enough for an operation. */
export function isFulfilled({ security }: Operation, schemes: readonly string[]): boolean {
  return security.length === 0 || security.some((set) => set.every((name) => schemes.includes(name)));
}

/** Reduces a scheme's scopes to those that operations require; keeps all if they require none. */
function withAskedScopes(scheme: SecurityScheme, operations: readonly Operation[]): SecurityScheme {
  const asked = new Set(operations.flatMap(({ scopes }) => scopes.get(scheme.name) ?? []));
  const flows = scheme.flows?.map((flow) => ({ ...flow, scopes: asked.size === 0 ? flow.scopes : [...asked] }));
  return flows === undefined ? scheme : { ...scheme, flows };
}

function setServingMost(sets: readonly string[][], operations: readonly Operation[]): string[] | undefined {
  const distinct = [...new Map(sets.map((set) => [[...set].sort().join('\n'), set])).values()];
  const counted = distinct.map((set) => ({ set, count: operations.filter((entry) => isFulfilled(entry, set)).length }));
  // On a tie, prefer the smaller set, then the first one.
  return counted.sort((a, b) => b.count - a.count || a.set.length - b.set.length)[0]?.set;
}

/** All schemes but one must be headers, so that they can be combined. */
function canCombine(set: readonly string[], schemes: ReadonlyMap<string, SecurityScheme>): boolean {
  return set.filter((name) => writeScheme(schemes.get(name)!)?.asHeader === undefined).length <= 1;
}

function noteUnwritable(scheme: SecurityScheme): Note {
  const { pointer, name, kind } = scheme;
  const reason = kind === 'apiKey' ? whyNoKey(scheme) : `"${kind}" is not supported`;
  return { kind: 'leftOut', pointer, what: `the sign-in "${name}"`, reason };
}

function whyNoKey({ parameter, in: place }: SecurityScheme): string {
  if (!['header', 'query', 'cookie'].includes(place ?? '')) return `keys in "${place ?? ''}" are not supported`;
  if (parameter === undefined) return 'it does not name the key';
  return `the key name "${parameter}" is not supported; it may have only letters, digits, "_", "." and "-"`;
}

function noteUnused({ pointer, name }: SecurityScheme): Note {
  const reason = `a connector signs in one way; choose the sign-in "${name}" to use this one`;
  return { kind: 'leftOut', pointer, what: `the sign-in "${name}"`, reason };
}

function writeSet(schemes: SecurityScheme[]): SignInPlan {
  const written = schemes.map((scheme) => ({ scheme, ...writeScheme(scheme)! }));
  const main = written.find(({ asHeader }) => asHeader === undefined) ?? written[0]!;
  const headers: Record<string, string> = {};
  const fields: AccountField[] = [...main.fields];
  let { signIn } = main;
  for (const { asHeader, fields: own } of written.filter((entry) => entry !== main)) {
    const { header, value } = asHeader!;
    for (const field of own) {
      const name = freeName(field.name, (candidate) => fields.some((taken) => taken.name === candidate), '_');
      const sent = value.replaceAll(`account.${field.name}}}`, `account.${name}}}`);
      // Two cookies share one header.
      if (signIn.kind === 'key' && signIn.name === header) signIn = { ...signIn, value: `${signIn.value}; ${sent}` };
      else headers[header] = headers[header] === undefined ? sent : `${headers[header]}; ${sent}`;
      fields.push({ ...field, name });
    }
  }
  const notes = written.flatMap(({ scheme, ...entry }): Note[] => {
    const what = `part of the sign-in "${scheme.name}"`;
    const own: Note[] =
      entry.note === undefined ? [] : [{ kind: 'leftOut', pointer: scheme.pointer, what, reason: entry.note }];
    return [...own, ...noteCookie(scheme), ...noteFlows(scheme, entry)];
  });
  const setBySignIn = new Set([
    ...setBy(signIn),
    ...Object.keys(headers).map((name) => `header ${name.toLowerCase()}`),
  ]);
  return {
    signIn,
    fields,
    headers,
    hosts: main.hosts ?? [],
    setBySignIn,
    schemes: schemes.map(({ name }) => name),
    notes,
  };
}

/** Notes that a cookie from a browser session changes over time. */
function noteCookie({ kind, in: place, parameter, pointer }: SecurityScheme): Note[] {
  if (kind !== 'apiKey' || place !== 'cookie') return [];
  const reason = `the cookie "${parameter}" is sent in the header "Cookie", always with the value stored in the account`;
  return [{ kind: 'loosened', pointer, reason }];
}

function setBy(signIn: SignIn): string[] {
  if (signIn.kind === 'key') return signIn.in === 'path' ? [] : [`${signIn.in} ${signIn.name!.toLowerCase()}`];
  return signIn.kind === 'none' ? [] : ['header authorization'];
}

function writeScheme(scheme: SecurityScheme): WrittenScheme | undefined {
  switch (scheme.kind) {
    case 'apiKey':
      return writeKey(scheme);
    case 'basic':
      return {
        signIn: { kind: 'basic', username: '{{account.username}}', password: '{{account.password}}' },
        fields: [
          { name: 'username', label: 'User name', ...descriptionOf(scheme) },
          { name: 'password', label: 'Password', secret: true },
        ],
      };
    case 'bearer':
      return writeBearer(scheme);
    case 'oauth2':
      return writeOAuth(scheme) ?? { ...writeBearer(scheme), note: tokenNote };
    case 'openIdConnect':
      return { ...writeBearer(scheme), note: tokenNote };
    default:
      return undefined;
  }
}

const tokenNote = 'people link an account with an access token created elsewhere';

function writeBearer(scheme: SecurityScheme): WrittenScheme {
  return {
    signIn: { kind: 'bearer', token: '{{account.token}}' },
    fields: [{ name: 'token', label: 'Access token', ...descriptionOf(scheme), secret: true }],
  };
}

function writeKey(scheme: SecurityScheme): WrittenScheme | undefined {
  const { parameter, name } = scheme;
  if (parameter === undefined || !/^[A-Za-z0-9_.-]+$/.test(parameter)) return undefined;
  const field = toInputName(name.length > 40 ? 'key' : name, []);
  const label = /^(api)?[-_]?key$/i.test(name) ? 'API key' : toLabel(name);
  const fields = [{ name: field, label: label.slice(0, 100), ...descriptionOf(scheme), secret: true }];
  const value = `{{account.${field}}}`;
  if (scheme.in === 'query') return { signIn: { kind: 'key', in: 'query', name: parameter, value }, fields };
  const header = scheme.in === 'cookie' ? 'Cookie' : parameter;
  const sent = scheme.in === 'cookie' ? `${parameter}=${value}` : value;
  if (scheme.in !== 'header' && scheme.in !== 'cookie') return undefined;
  return {
    signIn: { kind: 'key', in: 'header', name: header, value: sent },
    fields,
    asHeader: { header, value: sent },
  };
}

function descriptionOf({ description }: SecurityScheme): { description?: string } {
  return description === undefined ? {} : { description: shorten(description, 2000) };
}
