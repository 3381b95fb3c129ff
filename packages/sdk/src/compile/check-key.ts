import type { CarriedKey } from '../sign-in/carried-key.ts';
import { checkCarrier } from './check-header-names.ts';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks that a key has a name where it needs one, and that the name is free. */
export function checkKey(context: CheckContext, path: JsonPath, signIn: CarriedKey): void {
  if (signIn.in !== 'path' && signIn.name === undefined) {
    const message = `a key in a ${signIn.in} needs a name`;
    context.report(path, { code: 'missing_key', message, hint: 'add name' });
  }
  if (signIn.in === 'header') checkCarrier(context, [...path, 'name'], signIn.name);
  if (signIn.in === 'path' && signIn.name !== undefined) {
    context.report([...path, 'name'], {
      code: 'unknown_key',
      message: 'a key in the path cannot have a name',
      hint: 'remove it',
      atKey: true,
    });
  }
  if (signIn.in === 'path' && !signIn.value.startsWith('/')) {
    const hint = 'write it as the start of the path, such as /bot{{account.token}}';
    context.report([...path, 'value'], { code: 'wrong_format', message: 'a key in the path must start with /', hint });
  }
}
