import { nearest, Problem, toPointer, type AccountField, type Connector, type ProblemDetail } from '@tallyhook/schemas';
import type { AccountFields } from '@tallyhook/store';

/**
 * Checks the values that somebody gives to link an account against the fields the connector asks for, and leaves out
 * the empty ones.
 * @throws Problem `invalid_account` with every mistake; it never repeats a value.
 */
export function checkAccountFields(connector: Connector, given: AccountFields): AccountFields {
  const declared = connector.account?.fields ?? [];
  const errors = [...findUnknown(given, declared), ...findMissing(given, declared)];
  if (errors.length > 0) {
    const names = declared.map(({ name }) => name).join(', ') || 'none';
    throw new Problem('invalid_account', `The fields do not fit "${connector.name}", which asks for: ${names}.`, { errors });
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

function findUnknown(given: AccountFields, declared: readonly AccountField[]): ProblemDetail[] {
  const allowed = declared.map(({ name }) => name);
  return Object.keys(given)
    .filter((name) => !allowed.includes(name))
    .map((name) => {
      const suggestion = nearest(name, allowed);
      const detail = `there is no field "${name}"${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`;
      return { pointer: toPointer(['fields', name]), code: 'unknown_key', detail, allowed, suggestion };
    });
}

function findMissing(given: AccountFields, declared: readonly AccountField[]): ProblemDetail[] {
  return declared
    .filter(({ name, optional }) => !optional && (!Object.hasOwn(given, name) || given[name] === ''))
    .map(({ name, label, description }) => ({
      pointer: toPointer(['fields', name]),
      code: 'missing_key',
      detail: `"${name}" (${label}) is missing${description === undefined ? '' : `: ${description}`}`,
    }));
}
