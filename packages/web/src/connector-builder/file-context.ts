import type { FolderProblem } from '@tallyhook/schemas/api';
import { createContext, useContext } from 'react';
import { isWithin, keysOf, setInJson, valueAt, type ValuePath } from './edit-json.ts';

/** The file that a form edits. */
export interface OpenFile {
  path: string;
  text: string;
  /** What the text says; undefined if it is not JSON. Read once for all fields. */
  value: unknown;
  /** Of this file. */
  problems: readonly FolderProblem[];
  /** What the sign-in can request; undefined if it has no scopes. */
  signInScopes: readonly string[] | undefined;
  onChange: (text: string, what: string) => void;
}

export const FileContext = createContext<OpenFile>({
  ...{ path: '', text: '{}', value: {}, problems: [], signInScopes: undefined },
  onChange: () => undefined,
});

/** A field of the open file. */
export interface FieldAt {
  /** Lets a problem lead to the field. */
  id: string;
  value: unknown;
  /** What is wrong with it. */
  fault: string | undefined;
  /** What is wrong with the value itself: its parts have fields of their own. */
  ownFault: string | undefined;
  /** Undefined removes the value. */
  set: (value: unknown) => void;
}

/** The element id of the field for a value. */
export function fieldId(path: ValuePath): string {
  return `field-${path.join('/')}`;
}

/** The value of the open file at a path, its problems, and how to change it. */
export function useFieldAt(path: ValuePath): FieldAt {
  const file = useContext(FileContext);
  const within = file.problems.filter(({ pointer }) => isWithin(pointer, path));
  const own = within.filter(({ pointer }) => keysOf(pointer).length === path.length);
  return {
    id: fieldId(path),
    value: valueAt(file.value, path),
    fault: textOfProblems(within),
    ownFault: textOfProblems(own),
    set: (value) => file.onChange(setInJson(file.text, path, value), `${file.path} ${path.join('/')}`),
  };
}

function textOfProblems(problems: readonly FolderProblem[]): string | undefined {
  return problems.length === 0 ? undefined : problems.map(textOfProblem).join(' ');
}

/** What a problem says, and what to do about it. */
export function textOfProblem({ message, hint }: FolderProblem): string {
  return [message, hint]
    .filter((text) => text !== undefined)
    .map(asSentence)
    .join(' ');
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}

/** Brings the person to the field of a pointer, or to the closest one around it; false if the form has none. */
export function focusField(pointer: string): boolean {
  const keys = keysOf(pointer);
  for (let length = keys.length; length > 0; length -= 1) {
    const field = document.getElementById(fieldId(keys.slice(0, length)));
    if (field === null) continue;
    // What is folded cannot take the focus.
    field.closest('details')?.setAttribute('open', '');
    field.focus();
    field.scrollIntoView({ block: 'center' });
    return true;
  }
  return false;
}
