import { readJson, setInJson, valueAt, type ValuePath } from './edit-json.ts';

/** Renames an input, keeping its place among the others; undefined removes it. Templates stay as they are. */
export function renameInput(text: string, at: ValuePath, name: string, next: string | undefined): string {
  const input = valueAt(readJson(text)?.value, at);
  const properties = Object.entries((valueAt(input, ['properties']) ?? {}) as Record<string, unknown>);
  const required = (valueAt(input, ['required']) ?? []) as string[];
  const isSame = (one: string) => one === name;
  const renamed =
    next === undefined
      ? setInJson(text, [...at, 'properties', name], undefined)
      : setInJson(
          text,
          [...at, 'properties'],
          Object.fromEntries(properties.map(([key, value]) => [isSame(key) ? next : key, value])),
        );
  if (!required.some(isSame)) return renamed;
  const left = required.flatMap((one) => (isSame(one) ? (next ?? []) : one));
  return setInJson(renamed, [...at, 'required'], left.length === 0 ? undefined : left);
}
