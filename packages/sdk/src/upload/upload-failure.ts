import type { ConnectorAction, ConnectorPackage, Request } from '@tallyhook/schemas';
import type { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import type { Answer } from '../runtime/answer.ts';
import { redactError, secretsOf } from '../runtime/redact.ts';
import { policyOf } from '../runtime/answer-policy.ts';
import { refusedAnswer } from '../runtime/refused-answer.ts';
import type { UploadContext } from './upload-values.ts';

/** An answer, or why there is none. */
export type Received = HttpResponse | ActionError;

/** A request that did not do what it should. `error` is without the account's credentials. */
export interface UploadFailure {
  kind: 'failed';
  /** Whether the very same request may be sent again without a person. */
  retry: boolean;
  /** Whether the credential was refused: with a new one the request may be sent again. */
  credential: boolean;
  /** How long the service asks to wait. */
  retryAfterMs?: number;
  error: ActionError;
}

/** Makes the failure of a request; what was wrong follows from its error. */
export function failWith(
  released: ConnectorPackage,
  { account }: UploadContext,
  { error, retry }: { error: ActionError; retry: boolean },
): UploadFailure {
  const { retryAfterMs } = error;
  return {
    kind: 'failed',
    retry,
    credential: error.status === 401 || error.tokenEnded,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    error: redactError(error, secretsOf(released, account)),
  };
}

/** The error of an answer that was refused, or that says inside that it failed; undefined for one that was not. */
export function refusalOf(
  released: ConnectorPackage,
  {
    action,
    declared,
    values,
    repeatable,
  }: { action: ConnectorAction; declared: Request; values: object; repeatable: boolean },
  { response, answer, accepted }: { response: HttpResponse; answer: Answer; accepted?: readonly number[] },
): ActionError | undefined {
  const { success } = declared;
  const status = accepted ?? success?.status;
  return refusedAnswer({ who: released.connector.name, repeatable }, response, answer, {
    success: { ...(success?.unless && { unless: success.unless }), ...(status && { status: [...status] }) },
    values,
    now: Date.now(),
    policy: policyOf(released.connector, action),
  });
}
