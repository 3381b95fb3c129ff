import { isJsonObject } from '../json-object.ts';
import type { SchemaMistake } from '@tallyhook/schemas';
import { partAt } from './json-part.ts';

type Send = 'body' | 'form' | 'pieces';

/** The ways in which a file is sent. */
export const ways: readonly string[] = ['body', 'pieces', 'form'] satisfies Send[];

const onlyForPieces = ['chunkSize', 'lastPiece', 'contentRange', 'goOn', 'confirmed', 'alreadyThere', 'status'];

/**
 * How the file of an action is sent, by what stands beside `send`; undefined where nothing says it. Its request may be
 * one of its own.
 */
export function meantSend(action: unknown): Send | undefined {
  const upload = partAt(action, ['upload']);
  if (!isJsonObject(upload)) return undefined;
  const hasOwn = upload['to'] !== undefined || upload['transfer'] !== undefined;
  const body = partAt(action, hasOwn ? ['upload', 'transfer', 'body'] : ['request', 'body']);
  if (onlyForPieces.some((key) => upload[key] !== undefined)) return 'pieces';
  if (body === undefined) return 'body';
  return isJsonObject(body) && body['multipart'] !== undefined ? 'form' : undefined;
}

const why: Record<Send, string> = {
  form: 'as the file is a part of the form that is there',
  pieces: 'as the keys beside it are about pieces',
  body: 'where the file is all that its request sends; where it goes in pieces, "send": "pieces" with chunkSize',
};

/** What to write where an upload does not say how it sends, or says a way that there is not. */
export function sendHint(action: unknown, { code, pointer, allowed, suggestion }: SchemaMistake): string | undefined {
  const isMissing = code === 'missing_key' && pointer === '#/upload' && allowed?.[0] === 'send';
  const isNone = code === 'not_allowed' && pointer === '#/upload/send' && suggestion === undefined;
  const send = isMissing || isNone ? meantSend(action) : undefined;
  if (send === undefined) return undefined;
  return `${isMissing ? 'add it, for example' : 'write'} "send": "${send}", ${why[send]}`;
}
