import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ActionError } from '@tallyhook/sdk';
import { compileOrFail } from '../compile-or-fail.ts';
import { outcomeText } from './call-text.ts';

const connectors = join(import.meta.dirname, '../../../../connectors');

it('a failed action advises to sign in again only if the sign-in has expired', () => {
  const textOf = (name: string, error: ActionError): string =>
    outcomeText('act', { outcome: { error }, timeMs: 5, released: compileOrFail(join(connectors, name)).package });
  const ended = new ActionError('auth', 'HubSpot answered 400: invalid_grant', { status: 400 });
  const failed = 'act failed after 5 ms with auth: HubSpot answered 400: invalid_grant';
  const advice = 'Sign in again with `tallyhook accounts login` and the connector folder.';
  assert.equal(textOf('hubspot', ended), `${failed}\n${advice}`);
  assert.equal(textOf('http', ended), failed);
  for (const other of [
    new ActionError('auth', 'no right', { status: 403 }),
    new ActionError('fatal', 'no', { status: 400 }),
  ])
    assert.doesNotMatch(textOf('hubspot', other), /Sign in/);
});
