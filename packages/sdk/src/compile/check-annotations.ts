import type { ConnectorAction } from '@tallyhook/schemas';
import { readingMethods } from '../runtime/build-request.ts';
import type { CheckContext } from './context.ts';

/** Warns of annotations that do not match the usual meaning of the action's HTTP method. */
export function checkAnnotations(context: CheckContext, { annotations, request, upload }: ConnectorAction): void {
  if (annotations === undefined) return;
  const { readOnly, destructive } = annotations;
  const warn = (key: string, message: string, hint: string): void =>
    context.report(['annotations', key], {
      code: 'annotation_contradicts',
      message,
      hint,
      severity: 'warning',
      atKey: true,
    });
  const reads = readingMethods.includes(request.method);
  if (readOnly === true && upload !== undefined)
    warn('readOnly', 'an action that sends a file changes something', 'leave it out');
  else if (readOnly === true && !reads && request.method !== 'POST')
    warn('readOnly', `${request.method} usually changes something`, 'leave it out, or use GET or POST');
  if (readOnly === false && reads && upload === undefined)
    warn('readOnly', `${request.method} usually changes nothing`, 'leave it out');
  if (destructive === true && (reads || readOnly === true))
    warn('destructive', 'an action that only reads destroys nothing', 'leave one of the two out');
}
