import type { Request } from '@tallyhook/schemas';
import { checkBodyType } from './check-body-type.ts';
import { checkConstants } from './check-constants.ts';
import { checkJsonBody } from './check-json-body.ts';
import { checkMultipart } from './check-multipart.ts';
import { checkNeeded } from './check-needed.ts';
import { checkXmlBody } from './check-xml-body.ts';
import { checkStructure, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';
import type { Roots } from '../templates/shapes.ts';
import { compileTemplate, type Template } from '../templates/template.ts';

/** Checks the body of a request and whether its method allows one. */
export function checkBody(
  context: CheckContext,
  path: JsonPath,
  request: Request,
  { roots, carriesFile }: { roots: Roots; carriesFile: boolean },
): Template[] {
  const { body } = request;
  if (body === undefined || body.none === true) return [];
  if (request.method === 'GET' || request.method === 'HEAD') {
    const hint = 'leave it out, or use POST';
    context.report([...path, 'body'], {
      code: 'body_not_here',
      message: `a ${request.method} request cannot have a body`,
      hint,
      atKey: true,
    });
  }
  if (body.multipart !== undefined) return checkMultipart(context, path, request, { roots, carriesFile });
  const kind = Object.keys(body)[0] as 'json' | 'xml' | 'text' | 'form';
  checkConstants(context, [...path, 'body', kind], body[kind]);
  const shared = context.connector?.request?.headers;
  if (kind !== 'text') checkBodyType(context, path, kind, { headers: request.headers, shared });
  const place = { isEncoded: kind === 'form', isText: kind === 'text' };
  const at = [...path, 'body', kind];
  const templates =
    kind === 'xml' || (kind === 'json' && typeof body.json !== 'string')
      ? checkJsonBody(context, at, body[kind], roots)
      : checkStructure(context, at, body[kind], { roots }, place);
  const written = body[kind];
  if (body.xml !== undefined) checkXmlBody(context, at, body.xml);
  if (kind === 'json') checkJson(context, at, written, roots);
  if (typeof written === 'string')
    checkNeeded(context, [...path, 'body', kind], written, {
      template: templates[0],
      options: { roots },
      place: kind === 'text' ? 'text' : 'json',
    });
  return templates;
}

/** Warns of JSON written as one string. */
function checkJson(context: CheckContext, start: JsonPath, value: unknown, roots: Roots): void {
  if (typeof value !== 'string') return;
  const { template } = compileTemplate(value, { roots });
  if (template === undefined || template.isWhole) return;
  context.report(start, {
    code: 'json_as_text',
    message: 'this JSON is a single text: it is sent exactly as rendered, and only a run shows whether it is valid',
    hint: 'write the body as a JSON structure with slots in its values, such as "json": { "title": "{{title}}" }',
    severity: 'warning',
  });
}
