import type { BodyPart, Request } from '@tallyhook/schemas';
import { isConstantCredential } from '../recording/constant-credentials.ts';
import { contentTypeKey } from '../runtime/content-type.ts';
import { any, type Roots } from '../templates/shapes.ts';
import type { Template } from '../templates/template.ts';
import { reportCredential } from './check-constants.ts';
import { checkNeeded } from './check-needed.ts';
import { checkPath, checkStructure, checkTemplate, type CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';

/** Checks the parts of a form. One part may be the file if the request carries one. */
export function checkMultipart(
  context: CheckContext,
  path: JsonPath,
  { headers, body }: Request,
  { roots, carriesFile }: { roots: Roots; carriesFile: boolean },
): Template[] {
  const type = contentTypeKey(headers);
  if (type !== undefined) {
    const message = 'the form sets its type itself, because the type contains the boundary between the parts';
    context.report([...path, 'headers', type], {
      code: 'header_set_by_body',
      message,
      hint: 'leave it out',
      atKey: true,
    });
  }
  return (body?.multipart ?? []).flatMap((part, index) => {
    const place = [...path, 'body', 'multipart', index];
    checkPart(context, place, part, carriesFile);
    if (isConstantCredential(part.name, part.value))
      reportCredential(context, [...place, 'value'], { name: part.name, value: part.value });
    const inside = part.each === undefined ? roots : { ...roots, field: any };
    return [
      ...(part.each === undefined ? [] : checkEach(context, place, part, roots)),
      ...(['value', 'filename', 'type'] as const).flatMap((key) =>
        checkStructure(context, [...place, key], part[key], { roots: inside }, { isText: true }),
      ),
    ];
  });
}

function checkEach(context: CheckContext, path: JsonPath, { each, name, file }: BodyPart, roots: Roots): Template[] {
  if (file !== undefined) {
    const message = 'there is only one file, not one for each element';
    context.report([...path, 'each'], { code: 'key_not_here', message, hint: 'leave it out', atKey: true });
  }
  const list = checkPath(context, [...path, 'each'], each, roots);
  const options = { roots: { ...roots, field: any } };
  const named = checkTemplate(context, [...path, 'name'], name, options, { isText: true });
  checkNeeded(context, [...path, 'name'], name, { template: named, options, place: 'name' });
  return [list, named].filter((template) => template !== undefined);
}

function checkPart(context: CheckContext, path: JsonPath, { value, file }: BodyPart, carriesFile: boolean): void {
  if ((value === undefined) === (file === undefined)) {
    const message = value === undefined ? 'the part has neither value nor file' : 'the part has both value and file';
    context.report(path, { code: 'value_or_file', message, hint: 'write either value or file' });
    return;
  }
  if (file !== undefined && !carriesFile) {
    const hint = 'only an action with "upload": { "send": "form" } sends a file this way';
    context.report([...path, 'file'], {
      code: 'file_not_here',
      message: 'this request sends no file',
      hint,
      atKey: true,
    });
  }
}
