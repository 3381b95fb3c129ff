import type { ConnectorPackage, Request } from '@tallyhook/schemas';
import { ActionError, asActionError } from '../action-error.ts';
import type { Answer } from '../runtime/answer.ts';
import { redactError, redactValue, secretsOf } from '../runtime/redact.ts';
import { refuseBrokenJson } from '../runtime/refuse-broken-json.ts';
import { renderStructure } from '../templates/render.ts';
import { describeUpload } from './describe-upload.ts';
import type { UploadCall } from './upload-call.ts';
import { carrierOf, findUpload, uploadValues } from './upload-values.ts';

/**
 * Returns the output of an upload for the workflow: that of the request that the action names, with the account's
 * credentials removed.
 * @throws ActionError `fatal` if that request's answer is missing or has nothing of the output, or if the output reads
 * values of invalid JSON.
 */
export function readUploadOutput(
  released: ConnectorPackage,
  actionName: string,
  call: UploadCall & { processed?: Answer },
): unknown {
  const { action, upload } = findUpload(released, actionName);
  const { output } = describeUpload(released, actionName)!;
  const requests: Record<typeof output, Request | undefined> = {
    start: action.request,
    transfer: carrierOf(action, upload),
    finish: upload.finish,
    processed: upload.processed?.request,
  };
  const response = call[output];
  const declared = requests[output];
  if (response === undefined || declared === undefined)
    throw new ActionError('fatal', `the request "${output}" has no response yet`);
  const secrets = secretsOf(released, call.account);
  try {
    refuseBrokenJson(released.connector.name, response, { templates: declared.output, root: 'response' });
  } catch (error) {
    throw redactError(asActionError(error), secrets);
  }
  const rendered =
    declared.output === undefined
      ? response.body
      : renderStructure(declared.output, { ...uploadValues(upload, call), response }, { place: `${output}.output` });
  if (declared.output !== undefined && isEmptyObject(rendered)) {
    const message = `the file was sent, but ${released.connector.name} answered ${response.status} without any value of the output`;
    throw new ActionError('fatal', message, { status: response.status, mayHaveArrived: true });
  }
  return redactValue(rendered ?? null, secrets);
}

/** Whether a declared output rendered to nothing: absent values are left out, or null. */
function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((part) => part === null)
  );
}
