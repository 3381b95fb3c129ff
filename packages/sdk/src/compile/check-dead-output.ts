import type { ConnectorAction, ConnectorUpload } from '@tallyhook/schemas';
import { compileTemplate } from '../templates/template.ts';
import { outputOf } from '../upload/describe-upload.ts';
import type { CheckContext } from './context.ts';
import { textsIn } from './texts-in.ts';

/** Warns of an output that reads the list from the answer: that is only the last page, while `items` has all pages. */
export function checkLastPage(context: CheckContext, { request, pagination }: ConnectorAction): void {
  if (pagination === undefined || request.output === undefined) return;
  for (const { path, text } of textsIn(request.output, ['request', 'output'])) {
    const { template } = compileTemplate(text);
    const list = template?.paths.find((slot) => slot.text === pagination.items);
    if (list === undefined) continue;
    const message = `"${list.text}" is only the list of the last page`;
    const hint = 'write {{items}}, which has the elements of all pages';
    context.report(path, { code: 'last_page_only', message, hint, offset: list.offset, severity: 'warning' });
  }
}

/** Warns of an output on a request other than the one whose output the action returns. */
export function checkDeadOutputs(context: CheckContext, { request }: ConnectorAction, upload: ConnectorUpload): void {
  const { to, transfer, finish, status, abort, processed } = upload;
  const given = outputOf(upload);
  const isOwn = to === undefined ? given !== 'finish' : given === 'start';
  const requests = [
    { path: ['request'], declared: request, isGiven: isOwn, key: to === undefined ? undefined : 'start' },
    { path: ['upload', 'transfer'], declared: transfer, isGiven: given === 'transfer', key: 'transfer' },
    { path: ['upload', 'finish'], declared: finish, isGiven: given === 'finish', key: 'finish' },
    {
      path: ['upload', 'processed', 'request'],
      declared: processed?.request,
      isGiven: given === 'processed',
      key: 'processed',
    },
    { path: ['upload', 'status'], declared: status, isGiven: false, key: undefined },
    { path: ['upload', 'abort'], declared: abort, isGiven: false, key: undefined },
  ];
  for (const { path, declared, isGiven, key } of requests) {
    if (declared?.output === undefined || isGiven) continue;
    const message = `nothing uses this output: the action returns the output of the request "${given}"`;
    const hint = key === undefined ? 'leave it out' : `write "output": "${key}" under upload, or leave it out`;
    context.report([...path, 'output'], { code: 'key_not_here', message, hint, atKey: true, severity: 'warning' });
  }
}
