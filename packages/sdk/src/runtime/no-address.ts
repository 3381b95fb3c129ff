import { ActionError } from '../action-error.ts';
import { templateOf } from '../templates/render.ts';

const longestShown = 100;

/** What an error says of a text that is to be an address: no user name, no query, and no more than a line. */
export function showAddress(text: string): string {
  const open = text.split(/[?#]/)[0]!.replace(/^([^/]*\/\/)?[^/@]*@/, '$1');
  return JSON.stringify(open.length > longestShown ? `${open.slice(0, longestShown)}…` : open);
}

/** What is not from the input of a workflow, by the names under which templates reach it. */
const others = ['account', 'client', 'start', 'transfer', 'upload', 'file', 'piece', 'hook', 'subscription', 'page'];

/** Refuses what a template gives where an address is wanted; the input is blamed only where it is a part of it. */
export function noAddress(template: string, text: string, place: string): ActionError {
  const isFromInput = templateOf(template).paths.some(({ segments }) => !others.includes(segments[0]!.name));
  const expected = `${place}: expected an address that begins with https://, and ${template} gives ${showAddress(text)}`;
  return new ActionError(isFromInput ? 'invalid_input' : 'fatal', expected);
}

/** Whether a text is an address of the web: `eu.example.com:8443` would be one of a scheme of that name. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
