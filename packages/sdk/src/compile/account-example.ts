import { isJsonObject } from '../json-object.ts';

/**
 * What a connector that may still have mistakes has to tell its accounts apart: a value that signing in brings, a field
 * that a person fills in, or what its test request is answered. Undefined where it has none of them.
 */
function accountExample(connector: unknown): string | undefined {
  const { signIn, account, test } = partsOf(connector, ['signIn', 'account', 'test']);
  const name = idFirst(keptNames(signIn)) ?? idFirst(fieldNames(account));
  if (name !== undefined) return `{{account.${name}}}`;
  // The example of fields that are missing too names this one.
  if (isJsonObject(account) && account['fields'] === undefined) return '{{account.shop}}';
  return test === undefined ? undefined : '{{test.body.id}}';
}

/** How a part of `account` may be written that is missing, or that says nothing. */
export function accountHint(connector: unknown, key: string, before = ''): string {
  const example = accountExample(connector);
  if (example !== undefined) return `${before}for example "${key}": "${example}"`;
  return (
    'the account has nothing yet that is no secret: give it a field, keep a value of the sign-in, or declare "test" ' +
    'and use its answer, such as {{test.body.id}}'
  );
}

function keptNames(signIn: unknown): string[] {
  const { keep, then } = partsOf(signIn, ['keep', 'then']);
  const steps = Array.isArray(then) ? then.map((step) => partsOf(step, ['keep'])['keep']) : [];
  return [keep, ...steps].flatMap((kept) =>
    isJsonObject(kept) ? Object.keys(kept).filter((name) => name !== 'accessToken' && !isSecret(kept[name])) : [],
  );
}

function fieldNames(account: unknown): string[] {
  const { fields } = partsOf(account, ['fields']);
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field) => {
    const { name } = partsOf(field, ['name']);
    return typeof name === 'string' && !isSecret(field) ? [name] : [];
  });
}

function isSecret(value: unknown): boolean {
  return partsOf(value, ['secret'])['secret'] === true;
}

function idFirst(names: readonly string[]): string | undefined {
  return names.find((name) => /id$/i.test(name)) ?? names[0];
}

function partsOf(value: unknown, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, isJsonObject(value) ? value[key] : undefined]));
}
