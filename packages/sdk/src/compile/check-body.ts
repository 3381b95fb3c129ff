import type { Request } from '@tallyhook/schemas';
import { checkBodyType } from './check-body-type.ts';
import { checkConstants } from './check-constants.ts';
import { checkMultipart } from './check-multipart.ts';
import { checkNeeded } from './check-needed.ts';
import { checkJsonText, checkStructure, isJsonType, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';
import { textsIn } from './texts-in.ts';
import { contentTypeOf } from '../runtime/content-type.ts';
import { lookUp, type Roots } from '../templates/shapes.ts';
import { compileTemplate, type Template } from '../templates/template.ts';

/** Checks the body of a request, and that it may have one. */
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
      message: `${request.method} takes no body`,
      hint,
      atKey: true,
    });
  }
  if (body.multipart !== undefined) return checkMultipart(context, path, request, { roots, carriesFile });
  const kind = Object.keys(body)[0] as 'json' | 'text' | 'form';
  checkConstants(context, [...path, 'body', kind], body[kind]);
  const shared = context.connector?.request?.headers;
  if (kind !== 'text') checkBodyType(context, path, kind, { headers: request.headers, shared });
  const isJsonText = kind === 'json' || isJsonType(typeOfBody(context, request));
  const place = {
    isEncoded: kind === 'form',
    isText: kind === 'text',
    isJson: isJsonText && typeof body[kind] === 'string',
  };
  const templates = checkStructure(context, [...path, 'body', kind], body[kind], { roots }, place);
  const only = typeof body[kind] === 'string' ? templates[0] : undefined;
  if (kind === 'json' && only === undefined) checkTwiceEncoded(context, [...path, 'body', kind], body[kind], roots);
  // A slot that is all of it brings what the whole body is.
  const isTold =
    only !== undefined && isJsonText && !only.isWhole
      ? checkJsonText(context, [...path, 'body', kind], only.text, roots)
      : () => false;
  if (only !== undefined) {
    const written = body[kind] as string;
    checkNeeded(context, [...path, 'body', kind], written, {
      template: only,
      options: { roots },
      place: kind === 'text' ? 'text' : 'json',
      isTold,
    });
  }
  return templates;
}

/** Warns of a text that |json writes with its quotation marks into a structure, which is written as JSON by itself. */
function checkTwiceEncoded(context: CheckContext, start: JsonPath, value: unknown, roots: Roots): void {
  for (const { path, text } of textsIn(value, start)) {
    const name = /^\{\{\s*([^{}|]+?)\s*\|\s*(?:ascii)?json\s*\}\}$/.exec(text)?.[1];
    const slot = name === undefined ? undefined : compileTemplate(`{{${name}}}`, { roots }).template?.paths[0];
    if (slot === undefined || lookUp(slot, roots).shape?.kind !== 'scalar') continue;
    const message = `"${name}" is one value, and |json would put its quotation marks into it`;
    const hint = `write {{${name}}}: a structure is written as JSON by itself`;
    context.report(path, { code: 'filter_not_here', message, hint, severity: 'warning' });
  }
}

/** The type that the body is sent with; a header of the request stands before one that all requests share. */
function typeOfBody({ connector }: CheckContext, { headers }: Request): unknown {
  return contentTypeOf(headers) ?? contentTypeOf(connector?.request?.headers);
}
