import type { ConnectorAction, ConnectorPackage, Request } from '@tallyhook/schemas';
import type { ActionError } from '../action-error.ts';
import type { HttpResponse } from '../http/http.ts';
import type { Answer } from '../runtime/answer.ts';
import { redactError, secretsOf } from '../runtime/redact.ts';
import { policyOf } from '../runtime/answer-policy.ts';
import { refusedAnswer } from '../runtime/refused-answer.ts';
import type { UploadContext } from './upload-values.ts';

/** An answer, or the error instead of one. */
export type Received = HttpResponse | ActionError;

/** A failed request. The account's credentials are removed from `error`. */
export interface UploadFailure {
  kind: 'failed';
  /** Whether the same request may be sent again without a person's decision. */
  retry: boolean;
  /** Whether the credential was refused. The request may be sent again with a new one. */
  credential: boolean;
  /** How long the service asks to wait. */
  retryAfterMs?: number;
  error: ActionError;
}

/** Builds the failure of a request from its error. */
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

/** The error of an answer that was refused or that reports a failure in its body; undefined otherwise. */
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
