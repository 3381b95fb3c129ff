import { ActionError } from '../action-error.ts';
import { templateOf } from '../templates/render.ts';

const maxShownLength = 100;

/** Shortens an invalid address for errors: without user name and query, at most one line. */
export function showAddress(text: string): string {
  const open = text.split(/[?#]/)[0]!.replace(/^([^/]*\/\/)?[^/@]*@/, '$1');
  return JSON.stringify(open.length > maxShownLength ? `${open.slice(0, maxShownLength)}…` : open);
}

/** Root names of values that do not come from the input of a workflow. */
const others = ['account', 'client', 'start', 'transfer', 'upload', 'file', 'piece', 'hook', 'subscription', 'page'];

/** The error for a rendered text that is not an address. It blames the input only if the template uses it. */
export function noAddress(template: string, text: string, place: string): ActionError {
  const isFromInput = templateOf(template).paths.some(({ segments }) => !others.includes(segments[0]!.name));
  const expected = `${place}: expected an address that starts with https://, got ${showAddress(text)} from ${template}`;
  return new ActionError(isFromInput ? 'invalid_input' : 'fatal', expected);
}

/** Whether a text is a web address: `eu.example.com:8443` alone would parse as a URL with that scheme. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
