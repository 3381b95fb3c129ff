import type { ConnectorPackage } from '@tallyhook/schemas';
import { asActionError } from '../action-error.ts';
import { readAnswer } from '../runtime/answer.ts';
import { type AccountValues, redactError } from '../runtime/redact.ts';
import { refusedAnswer } from '../runtime/refused-answer.ts';
import { sendPrepared, type SignInWay } from './sign-in.ts';
import { secretsOfCall, type SignInClient } from './sign-in-values.ts';
import { buildRevocation } from './token-request.ts';

/**
 * Revokes the tokens of an account at the service, if the connector declares how (RFC 7009). Returns whether the
 * service was asked.
 * @throws ActionError without secrets if the service refuses or does not answer.
 */
export async function revokeToken(
  released: ConnectorPackage,
  call: { account: AccountValues; client: SignInClient | undefined },
  way: SignInWay,
): Promise<boolean> {
  try {
    // Its address may contain the token, so that mistakes show it too.
    const request = buildRevocation(released, { ...call, now: way.now });
    if (request === undefined) return false;
    const response = await sendPrepared(request, way);
    const refused = refusedAnswer({ who: released.connector.name, repeatable: true }, response, readAnswer(response), {
      success: request.success,
      values: call,
      now: way.now,
    });
    if (refused !== undefined) throw refused;
    return true;
  } catch (error) {
    throw redactError(asActionError(error), secretsOfCall(released, call));
  }
}
