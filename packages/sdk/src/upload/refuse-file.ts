import type { ConnectorPackage, ConnectorUpload } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { UploadFile } from './upload-call.ts';

/** The largest file that may go inside another body, which is held in memory. */
export const maxInlineBytes = 10_485_760;

/**
 * Refuses a file that the service does not take, before anything is sent.
 * @throws ActionError `invalid_input`.
 */
export function refuseFile(
  { connector }: ConnectorPackage,
  { maxSizeBytes, emptyFile }: ConnectorUpload,
  { name, sizeBytes }: UploadFile,
): void {
  if (maxSizeBytes !== undefined && sizeBytes > maxSizeBytes) {
    const message = `${connector.name} takes files of up to ${maxSizeBytes} bytes here, but "${name}" has ${sizeBytes}`;
    throw new ActionError('invalid_input', message);
  }
  if (sizeBytes === 0 && emptyFile === 'refused') {
    throw new ActionError('invalid_input', `${connector.name} takes no empty files here, but "${name}" is empty`);
  }
}
