import { randomBytes } from 'node:crypto';
import type { BodyPart } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { renderOptionalText, renderText } from '../templates/render.ts';
import { fieldsOf } from './each-field.ts';
import { guardHeader } from './headers.ts';

/** What a form declares about its file unless its part overrides it. */
export interface FormFile {
  name: string;
  contentType: string;
}

/** A multipart/form-data body around its file. `after` is the rest of the body: all of it if there is no file. */
export interface Form {
  before: Buffer;
  after: Buffer;
  contentType: string;
}

/**
 * Renders the parts of a form in order. Leaves out a text whose value is absent.
 * @throws ActionError.
 */
export function buildForm(parts: readonly BodyPart[], known: object, file?: FormFile): Form {
  const boundary = `tallyhook-${randomBytes(24).toString('hex')}`;
  const before: string[] = [];
  const after: string[] = [];
  let isAfter = file === undefined;
  for (const { part, values, place } of eachPart(parts, known)) {
    const text = part.file === true ? writeFilePart(part, values, { place, file }) : writeText(part, values, place);
    if (text === undefined) continue;
    (isAfter ? after : before).push(`--${boundary}\r\n${text}`);
    if (part.file === true) isAfter = true;
    else (isAfter ? after : before).push('\r\n');
  }
  const end = file === undefined ? '' : '\r\n';
  return {
    before: Buffer.from(before.join(''), 'utf8'),
    after: Buffer.from(`${end}${after.join('')}--${boundary}--\r\n`, 'utf8'),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

interface PlacedPart {
  part: BodyPart;
  values: object;
  place: string;
}

/** The parts in order. A part for the elements of a list is repeated, with `field` as the element. */
function eachPart(parts: readonly BodyPart[], known: object): PlacedPart[] {
  return parts.flatMap((part, index): PlacedPart[] => {
    const place = `request.body.multipart.${index}`;
    if (part.each === undefined) return [{ part, values: known, place }];
    return fieldsOf(part.each, known, `${place}.each`).map((field) => {
      const values = { ...known, field };
      return { part: { ...part, name: renderText(part.name, values, { place: `${place}.name` }) }, values, place };
    });
  });
}

function writeText({ name, value, filename, type }: BodyPart, values: object, place: string): string | undefined {
  const text = renderOptionalText(String(value), values, { place: `${place}.value` });
  if (text === undefined) return undefined;
  const called =
    filename === undefined ? undefined : renderOptionalText(filename, values, { place: `${place}.filename` });
  return `${disposition(name, called)}${typeLine(renderType(type, values, place), place)}\r\n${text}`;
}

function writeFilePart(
  { name, filename, type }: BodyPart,
  values: object,
  { place, file }: { place: string; file: FormFile | undefined },
): string {
  if (file === undefined) throw new ActionError('fatal', `${place}: this request carries no file`);
  const called =
    filename === undefined ? file.name : renderOptionalText(filename, values, { place: `${place}.filename` });
  const contentType = renderType(type, values, place) ?? file.contentType;
  return `${disposition(name, called ?? file.name)}${typeLine(contentType, place)}\r\n`;
}

function renderType(type: string | undefined, values: object, place: string): string | undefined {
  return type === undefined ? undefined : renderOptionalText(type, values, { place: `${place}.type` });
}

function disposition(name: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}\r\n`;
}

/**
 * Encodes names like browsers (HTML, "multipart/form-data encoding algorithm"): UTF-8, with these three characters
 * escaped.
 */
function quoted(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function typeLine(type: string | undefined, place: string): string {
  return type === undefined ? '' : `Content-Type: ${guardHeader(type, `${place}.type`)}\r\n`;
}
