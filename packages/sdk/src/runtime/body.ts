import type { RequestBody } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { renderText, templateOf } from '../templates/render.ts';
import { renderPairs } from './address.ts';
import { isEachKey, renderJsonBody } from './json-body.ts';
import { buildForm } from './multipart.ts';
import { writeXml } from './write-xml.ts';

/** A rendered body and its default content type. */
export interface RenderedBody {
  body: Buffer;
  contentType: string;
}

/**
 * Renders the body of a request; undefined if there is none.
 * @throws ActionError.
 */
export function buildBody(body: RequestBody | undefined, values: object): RenderedBody | undefined {
  if (body === undefined || body.none === true) return undefined;
  if (body.text !== undefined) {
    const text = renderText(body.text, values, { place: 'request.body.text' });
    return { body: Buffer.from(text, 'utf8'), contentType: 'text/plain; charset=utf-8' };
  }
  if (body.form !== undefined) {
    const form = new URLSearchParams(renderPairs(body.form, values, 'request.body.form'));
    return { body: Buffer.from(form.toString(), 'utf8'), contentType: 'application/x-www-form-urlencoded' };
  }
  if (body.multipart !== undefined) {
    const { before, after, contentType } = buildForm(body.multipart, values);
    return { body: Buffer.concat([before, after]), contentType };
  }
  if (body.xml !== undefined)
    return { body: Buffer.from(renderXml(body.xml, values), 'utf8'), contentType: 'application/xml' };
  return { body: Buffer.from(renderJson(body.json, values), 'utf8'), contentType: 'application/json' };
}

/** Renders a structure with its types. A text that is more than one expression must render to JSON. */
function renderJson(json: unknown, values: object): string {
  const place = 'request.body.json';
  if (typeof json === 'string' && !templateOf(json, place).isWhole) {
    const text = renderText(json, values, { place });
    refuseBrokenJson(text, place);
    return text;
  }
  const value = renderJsonBody(json, values, place) ?? (isPlainObject(json) ? {} : undefined);
  if (value === undefined)
    throw new ActionError('invalid_input', `${place}: the value is absent, but the body needs one`);
  return JSON.stringify(value);
}

/** The names in the structure are elements; an element without any value is omitted, but not the outermost. */
function renderXml(xml: Record<string, unknown>, values: object): string {
  const place = 'request.body.xml';
  const [name, content] = Object.entries(xml)[0]!;
  const rendered = renderJsonBody(content, values, `${place}.${name}`) ?? null;
  try {
    return writeXml(name, rendered);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ActionError('invalid_input', `${place}: ${error.message}`, { cause: error });
  }
}

/** A whole body without any value is sent as `{}`. */
function isPlainObject(json: unknown): boolean {
  return typeof json === 'object' && json !== null && !Object.keys(json).some(isEachKey);
}

function refuseBrokenJson(text: string, place: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = `${place}: the template does not produce valid JSON; write |json where it inserts a value`;
    throw new ActionError('invalid_input', message, { cause: error });
  }
}
