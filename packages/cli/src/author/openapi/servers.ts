import type { AccountField } from '@tallyhook/schemas';
import { namesCredential } from '@tallyhook/sdk';
import type { Server } from './model.ts';
import { toInputName, toLabel } from './names.ts';

/** Where requests go, as a connector says it. */
export interface BaseAddress {
  /** Without a slash at its end. */
  baseUrl: string;
  host: string;
  /** What every path begins with and holds a credential, as a template. */
  keyPath?: string;
  /** What an account says of the address, such as its region. */
  fields: AccountField[];
  /** The fields that do not tell one account from another: one of a few values, a part of the path, or a version. */
  choices: string[];
  /** The variables that stay empty, as they are by default: a field of an account cannot be. */
  emptyVariables: string[];
}

/** The sign before which the address of a server holds a user name, and mostly a password. */
const userInAddress = /^((?:[^:/?#]*:)?\/\/)[^/?#]*@/;

/** Whether the address of a server holds a user name. */
export function holdsUser({ url }: Pick<Server, 'url'>): boolean {
  return userInAddress.test(url);
}

/** The address of a server as messages show it: without a user name and a password. */
export function shownAddress({ url }: Pick<Server, 'url'>): string {
  return url.replace(userInAddress, '$1…@');
}

/** Reads the address of a server; undefined where it names no host. */
export function readServer(server: Server): BaseAddress | undefined {
  const fields: AccountField[] = [];
  const choices: string[] = [];
  const emptyVariables: string[] = [];
  const url = server.url.startsWith('//') ? `https:${server.url}` : server.url;
  const match = /^(\{[^{}]+\}|https?)(:\/\/)((?:\{[^{}]+\}|[^/?#{}])*)([^?#]*)/i.exec(url);
  if (match === null) return undefined;
  const [, scheme = '', , authority = '', path = ''] = match;
  const fixed = (text: string): string => replaceVariables(text, (name) => valueOf(server, name));
  const asField = (text: string, isPath = false): string =>
    replaceVariables(text, (name) => {
      const variable = server.variables.find((entry) => entry.name === name);
      // A variable with one value only is no choice.
      if (variable?.allowed.length === 1) return variable.allowed[0]!;
      if (variable?.default === '' && !namesCredential(name)) {
        emptyVariables.push(name);
        return '';
      }
      const field = addField(fields, server, name);
      if (namesCredential(name)) return `{{account.${field}}}`;
      // An account has a host of its own, and not a path: that is the same for most.
      if (isPath || (variable?.allowed.length ?? 0) > 0 || isUsual(name, variable?.default)) choices.push(field);
      return `{{account.${field}}}`;
    });
  const [, hostName = '', port = ''] = /^(.*?)(:(?:\d+|\{[^{}]+\}))?$/.exec(authority) ?? [];
  // At this port nobody answers without TLS, and a host is never listed with it.
  const spoken = fixed(port) === ':443' ? 'https' : fixed(scheme).toLowerCase();
  const host = lowerCase(asField(hostName)) + unusualPort(fixed(port), spoken);
  if (host === '') return undefined;
  const [before, key] = splitAtKey(path.replace(/\/+$/, ''));
  const baseUrl = `${spoken}://${host}${asField(before, true)}`.replace(/\/+$/, '');
  const keyPath = key === '' ? {} : { keyPath: asField(key, true) };
  return { baseUrl, host, ...keyPath, fields, choices, emptyVariables };
}

/** A path before the first step that holds a credential, such as `/bot{token}`, and from there on. */
function splitAtKey(path: string): [before: string, key: string] {
  const steps = path.split('/');
  const at = steps.findIndex((step) => [...step.matchAll(/\{([^{}]+)\}/g)].some(([, name]) => namesCredential(name!)));
  if (at === -1) return [path, ''];
  return [steps.slice(0, at).join('/'), `/${steps.slice(at).join('/')}`];
}

function isUsual(name: string, value: string | undefined): boolean {
  return (
    /^(api)?[-_]?(ver|version|region|zone|env|environment|stage|cluster|data[-_]?center)$/i.test(name) ||
    /^v?\d+([._-]\d+)*$/i.test(value ?? '')
  );
}

/** Addresses are compared without the port that their scheme has anyway. */
function unusualPort(port: string, scheme: string): string {
  const usual = scheme === 'http' ? ':80' : ':443';
  return port === ':' || port === usual ? '' : port;
}

function replaceVariables(text: string, replace: (name: string) => string): string {
  return text.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => replace(name));
}

function valueOf({ variables }: Server, name: string): string {
  const variable = variables.find((entry) => entry.name === name);
  return variable?.default ?? variable?.allowed[0] ?? '';
}

function addField(fields: AccountField[], { variables }: Server, name: string): string {
  const variable = variables.find((entry) => entry.name === name);
  const field = toInputName(name, []);
  if (fields.some((entry) => entry.name === field)) return field;
  const isSecret = namesCredential(name);
  const allowed = variable?.allowed.filter((value) => value !== '') ?? [];
  const hints = [
    variable?.description,
    allowed.length > 0 ? `One of ${allowed.join(', ')}.` : undefined,
    variable?.default === undefined || isSecret ? undefined : `Usually ${variable.default}.`,
  ].filter((hint) => hint !== undefined);
  fields.push({
    name: field,
    label: toLabel(name).slice(0, 100) || name.slice(0, 100),
    ...(hints.length === 0 ? {} : { description: hints.join(' ').slice(0, 2000) }),
    ...(isSecret && { secret: true }),
  });
  return field;
}

/** Hosts are compared as addresses show them; the names in slots keep their letters. */
function lowerCase(host: string): string {
  return host.replaceAll(/\{\{.*?\}\}|[^{]+/g, (part) => (part.startsWith('{{') ? part : part.toLowerCase()));
}
