import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Problem } from '@tallyhook/schemas';
import { splitCommand } from './split-command.ts';

/** A field of a form: a text, or the name of a file. */
export interface FormPart {
  name: string;
  value: string;
  isFile: boolean;
}

/** What a curl command sends. */
export interface CurlRequest {
  method: string;
  url: URL;
  /** By the name as written. */
  headers: [name: string, value: string][];
  /** `user:password`. */
  user: string | undefined;
  /** The bodies of `-d`, joined as curl does. */
  data: string | undefined;
  form: FormPart[];
  /** The name of a file that is the whole body. */
  file: string | undefined;
  /** What was not taken over. */
  notes: string[];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Options with a value; all others have none. */
const valued: Record<string, { short?: string }> = {
  request: { short: 'X' },
  header: { short: 'H' },
  user: { short: 'u' },
  data: { short: 'd' },
  'data-raw': {},
  'data-binary': {},
  'data-ascii': {},
  'data-urlencode': {},
  json: {},
  form: { short: 'F' },
  'form-string': {},
  url: {},
  'url-query': {},
  'upload-file': { short: 'T' },
  'user-agent': { short: 'A' },
  referer: { short: 'e' },
  'oauth2-bearer': {},
  cookie: { short: 'b' },
  'cookie-jar': { short: 'c' },
  output: { short: 'o' },
  'write-out': { short: 'w' },
  'max-time': { short: 'm' },
  'connect-timeout': {},
  retry: {},
  'retry-delay': {},
  'retry-max-time': {},
  proxy: { short: 'x' },
  cert: { short: 'E' },
  key: {},
  cacert: {},
  resolve: {},
  config: { short: 'K' },
  range: { short: 'r' },
  'dump-header': { short: 'D' },
  'aws-sigv4': {},
};
const flags: Record<string, { short?: string }> = {
  get: { short: 'G' },
  head: { short: 'I' },
  silent: { short: 's' },
  'show-error': { short: 'S' },
  location: { short: 'L' },
  include: { short: 'i' },
  insecure: { short: 'k' },
  verbose: { short: 'v' },
  fail: { short: 'f' },
  globoff: { short: 'g' },
  compressed: {},
  'http1.1': {},
  http2: {},
  'remote-name': { short: 'O' },
  'no-buffer': { short: 'N' },
};

/** Options that change what is sent, or to whom, in a way that a connector does not. */
const meaningful: Record<string, string> = {
  insecure: 'the certificate of a service is always checked',
  proxy: 'requests go to the service directly',
  cookie: 'a cookie belongs to one session; sign in with a key instead',
  cert: 'client certificates are not supported',
  key: 'client certificates are not supported',
  config: 'its file was not given',
  range: 'add it as a header',
  'aws-sigv4': 'this signature is not supported',
  resolve: 'the address of a host is always looked up',
};

/**
 * Reads a curl command.
 * @throws Problem `invalid_input`
 */
export function readCurl(command: string): CurlRequest {
  const { words, end } = splitCommand(command.trim().replace(/^\$\s+/, ''));
  if (words[0] !== 'curl') throw refusal(`The command must begin with curl, got ${JSON.stringify(words[0] ?? '')}.`);
  const notes =
    end === undefined ? [] : [`what follows ${end === '\n' ? 'the first line' : end}: only one command is read`];
  const { tokens } = parseArgs({ args: words.slice(1), options: optionsOf(), strict: false, tokens: true });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const all = (...names: string[]) =>
    given.flatMap(({ name, value }) => (names.includes(name) && value !== undefined ? [{ name, value }] : []));
  const has = (name: string) => given.some((option) => option.name === name);
  for (const { name, rawName } of given) {
    if (meaningful[name] !== undefined) notes.push(`${rawName}: ${meaningful[name]}`);
    else if (valued[name] === undefined && flags[name] === undefined)
      notes.push(`${rawName}: this option is not known`);
  }
  const addresses = [
    ...all('url').map(({ value }) => value),
    ...tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
  ];
  for (const other of addresses.slice(1)) notes.push(`${other}: only one address is read`);
  const url = readUrl(addresses[0], notes);
  const { data, file } = readData(
    all('data', 'data-raw', 'data-binary', 'data-ascii', 'data-urlencode', 'json'),
    notes,
  );
  for (const { value } of all('url-query')) addQuery(url, value);
  if (has('get') && data !== undefined) addQuery(url, data);
  const body = has('get') ? undefined : data;
  const form = all('form', 'form-string').flatMap(({ name, value }) => readPart(value, name === 'form', notes));
  const uploaded = all('upload-file')[0]?.value ?? file;
  const headers = readHeaders(all('header'), notes);
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && !headers.some(([one]) => one.toLowerCase() === name.toLowerCase()))
      headers.push([name, value]);
  };
  if (has('json')) {
    add('Content-Type', 'application/json');
    add('Accept', 'application/json');
  }
  add('User-Agent', all('user-agent')[0]?.value);
  add('Referer', all('referer')[0]?.value);
  const bearer = all('oauth2-bearer')[0]?.value;
  add('Authorization', bearer && `Bearer ${bearer}`);
  const usual = has('head')
    ? 'HEAD'
    : all('upload-file').length > 0
      ? 'PUT'
      : body !== undefined || form.length > 0 || uploaded !== undefined
        ? 'POST'
        : 'GET';
  const method = (all('request').at(-1)?.value ?? usual).toUpperCase();
  if (!methods.includes(method)) throw refusal(`"${method}" must be one of ${methods.join(', ')}.`);
  const user = all('user').at(-1)?.value ?? userOf(url);
  return { method, url, headers, user, data: body, form, file: uploaded, notes };
}

function optionsOf(): NonNullable<ParseArgsConfig['options']> {
  const entries = [
    ...Object.entries(valued).map(([name, option]) => [name, { type: 'string', ...option }] as const),
    ...Object.entries(flags).map(([name, option]) => [name, { type: 'boolean', ...option }] as const),
  ];
  return Object.fromEntries<NonNullable<ParseArgsConfig['options']>[string]>(entries);
}

function readUrl(address: string | undefined, notes: string[]): URL {
  if (address === undefined) throw refusal('The command has no address: write it like https://api.example.com/things.');
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname.includes('$'))
    throw refusal(`${JSON.stringify(address)} is not an address: write it like https://api.example.com/things.`);
  if (url.protocol === 'http:') {
    notes.push('http:// became https://, so that nobody on the way reads the credentials');
    url.protocol = 'https:';
  }
  return url;
}

function userOf({ username, password }: URL): string | undefined {
  return username === '' && password === ''
    ? undefined
    : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

function addQuery(url: URL, text: string): void {
  for (const [name, value] of new URLSearchParams(text)) url.searchParams.append(name, value);
}

/** A file that is the whole body can be sent as one; other files only their owner has. */
function readData(given: { name: string; value: string }[], notes: string[]): Pick<CurlRequest, 'data' | 'file'> {
  const [only] = given;
  if (given.length === 1 && only!.name === 'data-binary' && only!.value.startsWith('@'))
    return { data: undefined, file: only!.value.slice(1) };
  const texts = given.flatMap(({ name, value }) => {
    if (name !== 'data-raw' && value.startsWith('@')) {
      notes.push(`the body ${value}: its file was not given; write the body in the action`);
      return [];
    }
    return [name === 'data-urlencode' ? encodeData(value) : value];
  });
  if (texts.length === 0) return { data: undefined, file: undefined };
  return { data: texts.join(given.some(({ name }) => name === 'json') ? '' : '&'), file: undefined };
}

function encodeData(value: string): string {
  const [, name = '', content] = /^([^=]*)=([^]*)$/.exec(value) ?? [];
  if (content === undefined) return encodeURIComponent(value);
  return name === '' ? encodeURIComponent(content) : `${name}=${encodeURIComponent(content)}`;
}

function readPart(text: string, canBeFile: boolean, notes: string[]): FormPart[] {
  const [, name, value] = /^([^=]+)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    notes.push('a form field without a name');
    return [];
  }
  if (!canBeFile) return [{ name, value, isFile: false }];
  const isFile = /^[@<]/.test(value);
  const plain = value.replace(/;(type|filename)=[^;]*/g, '');
  return [{ name, value: isFile ? plain.slice(1) : plain, isFile }];
}

function readHeaders(given: { value: string }[], notes: string[]): [string, string][] {
  return given.flatMap(({ value: text }): [string, string][] => {
    const [, name = '', value = ''] = /^([^:;]+)[:;]([^]*)$/.exec(text) ?? [];
    if (name.trim() === '') {
      notes.push('a header without a name');
      return [];
    }
    return [[name.trim(), value.trim()]];
  });
}

function refusal(detail: string): Problem {
  return new Problem('invalid_input', detail);
}
