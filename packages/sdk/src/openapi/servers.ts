import type { AccountField } from '@tallyhook/schemas';
import { namesCredential } from '../recording/credential-names.ts';
import type { Server } from './model.ts';
import { toInputName, toLabel } from './names.ts';

/** The address of requests, as a connector states it. */
export interface BaseAddress {
  /** Without a trailing slash. */
  baseUrl: string;
  host: string;
  /** Template of the path prefix that holds a credential. */
  keyPath?: string;
  /** Account fields that are part of the address, such as the region. */
  fields: AccountField[];
  /** Fields that do not identify an account: choices from a few values, parts of the path, and versions. */
  choices: string[];
  /** Variables with an empty default; account fields cannot be empty. */
  emptyVariables: string[];
}

/** Matches up to the user name, often with a password, in a server's address. */
const userInAddress = /^((?:[^:/?#]*:)?\/\/)[^/?#]*@/;

/** Whether a server's address contains a user name. */
export function holdsUser({ url }: Pick<Server, 'url'>): boolean {
  return userInAddress.test(url);
}

/** A server's address for messages, without user name and password. */
export function shownAddress({ url }: Pick<Server, 'url'>): string {
  return url.replace(userInAddress, '$1…@');
}

/** Reads a server's address; undefined if it names no host. */
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
      // A variable with a single value is not a choice.
      if (variable?.allowed.length === 1) return variable.allowed[0]!;
      if (variable?.default === '' && !namesCredential(name)) {
        emptyVariables.push(name);
        return '';
      }
      const field = addField(fields, server, name);
      if (namesCredential(name)) return `{{account.${field}}}`;
      // Hosts differ between accounts, but most accounts share the path.
      if (isPath || (variable?.allowed.length ?? 0) > 0 || isUsual(name, variable?.default)) choices.push(field);
      return `{{account.${field}}}`;
    });
  const [, hostName = '', port = ''] = /^(.*?)(:(?:\d+|\{[^{}]+\}))?$/.exec(authority) ?? [];
  // Port 443 implies TLS, and hosts are never listed with this port.
  const spoken = fixed(port) === ':443' ? 'https' : fixed(scheme).toLowerCase();
  const host = lowerCase(asField(hostName)) + unusualPort(fixed(port), spoken);
  if (host === '') return undefined;
  const [before, key] = splitAtKey(path.replace(/\/+$/, ''));
  const baseUrl = `${spoken}://${host}${asField(before, true)}`.replace(/\/+$/, '');
  const keyPath = key === '' ? {} : { keyPath: asField(key, true) };
  return { baseUrl, host, ...keyPath, fields, choices, emptyVariables };
}

/** Splits a path before the first segment that holds a credential, such as `/bot{token}`. */
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

/** Default ports are dropped before comparing addresses. */
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

/** Lower-cases a host as URLs do; names in slots keep their case. */
function lowerCase(host: string): string {
  return host.replaceAll(/\{\{.*?\}\}|[^{]+/g, (part) => (part.startsWith('{{') ? part : part.toLowerCase()));
}
