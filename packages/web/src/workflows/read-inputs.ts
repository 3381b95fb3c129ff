import type { WorkflowInput } from '@tallyhook/schemas';

/** What a person typed or chose, by the name of the input. */
export type GivenInputs = Record<string, string | boolean | undefined>;

/** Reads a form for a workflow: the values to send, and what is wrong by the name of the input. */
export function readInputs(
  inputs: readonly WorkflowInput[],
  given: GivenInputs,
): { values: Record<string, unknown>; faults: Record<string, string> } {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const { name, kind, required = false } of inputs) {
    const value = given[name];
    if (kind === 'yesNo') values[name] = value === true;
    else if (typeof value !== 'string' || value.trim() === '') {
      if (required) faults[name] = 'A value is needed.';
    } else if (kind !== 'number') values[name] = kind === 'text' ? value : value.trim();
    else if (/^-?\d+([.,]\d+)?$/.test(value.trim())) values[name] = Number(value.trim().replace(',', '.'));
    else faults[name] = 'Type a number, such as 12.5.';
  }
  return { values, faults };
}
