import { parseDay } from '@tallyhook/query';
import { nearest, Problem, toPointer, type ProblemDetail, type WorkflowInput } from '@tallyhook/schemas';

const maxTextLength = 100_000;

/**
 * Checks the values that somebody gave for inputs.
 * @throws Problem `invalid_request` with every mistake
 */
export function checkAskedInputs(asked: readonly WorkflowInput[], values: Record<string, unknown>): void {
  const errors = findInputMistakes(asked, values, ['inputs']);
  if (errors.length > 0) throw new Problem('invalid_request', 'The inputs do not fit the workflow.', { errors });
}

/** The mistakes of the values that somebody gave for inputs; `place` is where the values are. */
export function findInputMistakes(
  asked: readonly WorkflowInput[],
  values: Record<string, unknown>,
  place: readonly string[],
): ProblemDetail[] {
  const names = asked.map(({ name }) => name);
  return [
    ...Object.keys(values).flatMap((name) => (names.includes(name) ? [] : [unknownInput(name, names, place)])),
    ...asked.flatMap((input) => findMistake(input, values[input.name], place)),
  ];
}

function unknownInput(name: string, allowed: string[], place: readonly string[]): ProblemDetail {
  const suggestion = nearest(name, allowed);
  const hint =
    suggestion === undefined ? `its inputs are ${allowed.join(', ') || 'none'}` : `did you mean "${suggestion}"?`;
  const detail = `the workflow has no input "${name}"; ${hint}`;
  return { pointer: toPointer([...place, name]), code: 'unknown_key', detail, allowed, suggestion };
}

function findMistake(input: WorkflowInput, value: unknown, place: readonly string[]): ProblemDetail[] {
  const { name, label, kind, options = [], required = false } = input;
  const pointer = toPointer([...place, name]);
  if (value === undefined || value === null || value === '')
    return required ? [{ pointer, code: 'missing_key', detail: `"${label}" needs a value` }] : [];
  if (isOfKind(kind, options, value)) return [];
  const wanted = kind === 'choice' ? `one of ${options.join(', ')}` : kindNames[kind];
  const given = JSON.stringify(value).slice(0, 100);
  return [{ pointer, code: 'wrong_type', detail: `"${label}" needs ${wanted}, got ${given}` }];
}

const kindNames = { text: 'a text', number: 'a number', yesNo: 'true or false', day: 'a day such as 2026-12-24' };

function isOfKind(kind: WorkflowInput['kind'], options: readonly string[], value: unknown): boolean {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'yesNo') return typeof value === 'boolean';
  if (typeof value !== 'string' || value.length > maxTextLength) return false;
  if (kind === 'day') return parseDay(value) !== undefined;
  return kind === 'text' || options.includes(value);
}
