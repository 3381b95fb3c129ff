import { redactValue, renderOptionalText } from '@tallyhook/sdk';
import type { UploadJob } from '../upload/upload-job.ts';

/** Shorter values of a query, such as `resumable`, open nothing. */
const minSecretLength = 16;

/**
 * Removes from an output what opens the address that the service handed out for the file, such as its signature. Some
 * services show the address again in their answer, which lets anybody send another file there.
 */
export function hideUploadAddress(
  { released, actionName, call }: Pick<UploadJob, 'released' | 'actionName' | 'call'>,
  output: unknown,
): unknown {
  const to = released.actions[actionName]?.upload?.to;
  if (to === undefined || call.start === undefined) return output;
  const start = { ...call.start, ...call.startSteps };
  const address = renderOptionalText(to, { start, account: call.account }) ?? '';
  if (!URL.canParse(address)) return output;
  const opened = [...new URL(address).searchParams.values()].filter(({ length }) => length >= minSecretLength);
  return redactValue(output, [...new Set(opened.flatMap((value) => [value, encodeURIComponent(value)]))]);
}
