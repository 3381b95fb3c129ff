import { namesChosen, namesOnlyCredential } from './credential-names.ts';
import { isAddress, isMask, isWords, namesExample } from './placeholder.ts';

/** What stands under the name of a password and is none: that there is none, or whether there is to be one. */
const statements = /^(?:none|null|true|false|yes|no|off|on|required|optional|default|basic|bearer|undefined)$/i;

/** Shorter values are no credentials. */
const shortest = 4;

/**
 * Whether what stands under a name that says credential may be one. Sentences and masks are none; words may be passwords,
 * and no keys or tokens: `no-check` in `X-Atlassian-Token`, `include` in `credentials`.
 */
export function mayBeCredential(name: string, value: string): boolean {
  return bareCredentials(name, value).some((bare) => !/\s/.test(bare.trim()) && mayBeSent(name, bare));
}

/** The same of a value that was sent as a credential: that may have blanks in it. */
export function mayBeSent(name: string, bare: string): boolean {
  return bare.trim().length >= shortest && isNoStatement(name, bare.trim());
}

/** Whether a text, however short, is a credential by a name that can be nothing else: the `abc` of a `password`. */
export function mayBeShort(name: string, value: string): boolean {
  return value.trim() !== '' && namesOnlyCredential(name) && isNoStatement(name, value.trim());
}

function isNoStatement(name: string, text: string): boolean {
  if (isMask(text) || isAddress(text)) return false;
  return namesChosen(name) ? !statements.test(text) : !isWords(text) && !namesExample(text);
}

/**
 * Whether what is called so by what stands around it may be one: a word there is none, as it may belong to a sentence or
 * to the description of a form, and neither is a date.
 */
export function mayBeElsewhere(name: string, value: string): boolean {
  const isOther =
    /^\d{4}-\d\d-\d\d|^\d{1,3}$/.test(value) || bareCredentials(name, value).every((bare) => isWords(bare));
  return !isOther && !namesExample(value) && mayBeCredential(name, value);
}

/** What stands in a header behind its scheme, as each service has its own: `SSWS …`, `Token token="…"`. */
const header = /^[a-z][\w-]{0,30} +(?<rest>\S.*)$/is;

/** The parameters that some services write behind the scheme. */
const parameters = /(?<![^\s,])[\w-]+=(?:"(?<quoted>[^"]*)"|(?<plain>[^",\s=][^",\s]*))/g;

/** The credentials as such in a value by its name: behind the scheme of a header, and in a cookie. */
export function bareCredentials(name: string, value: string): string[] {
  if (/^set-cookie$/i.test(name)) return cookieValues(value).slice(0, 1);
  if (/^cookie$/i.test(name)) return cookieValues(value);
  // In others than these a word in front may be part of the credential.
  if (!/auth(?:orization)?$/i.test(name)) return [value.replace(/^(?:Bearer|Basic|Token|Bot) +/i, '')];
  const rest = header.exec(value)?.groups?.['rest'];
  if (rest === undefined) return [value];
  const given = [...rest.matchAll(parameters)].map(({ groups }) => groups!['quoted'] ?? groups!['plain'] ?? '');
  const real = given.filter((part) => !isWords(part));
  return real.length > 0 ? real : given.length > 0 ? given : [rest];
}

function cookieValues(value: string): string[] {
  return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1));
}
