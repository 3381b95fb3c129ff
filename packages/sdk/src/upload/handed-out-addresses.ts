import type { ConnectorPackage, ConnectorUpload } from '@tallyhook/schemas';
import { isPlainAddress, ownHosts } from '../runtime/address.ts';
import { renderOptionalText } from '../templates/render.ts';
import type { Piece, UploadCall } from './upload-call.ts';
import { isHandedOut } from './upload-target.ts';
import { findUpload, uploadValues } from './upload-values.ts';

/** An address that answers of an upload took part in. */
export interface HandedOutAddress {
  url: URL;
  /** Whether the address alone lets anybody send there: an answer named its host, and no credential goes with it. */
  isOpen: boolean;
}

/**
 * The addresses of an upload that its answers handed out, as far as they are known by now. `pieces` lists those of the
 * file, each with the answer that said where it goes if one did; most uploads need no list.
 */
export function handedOutAddresses(
  released: ConnectorPackage,
  actionName: string,
  call: UploadCall,
  pieces: () => readonly Piece[] = () => [],
): HandedOutAddress[] {
  const { upload } = findUpload(released, actionName);
  const values = uploadValues(upload, call);
  const own = ownHosts(released.connector, values);
  const { to, finish, status, abort, processed, credential } = upload;
  const others = [finish?.url, status?.url, abort?.url, processed?.request.url];
  return [to, ...others].flatMap((template, index) => {
    if (template === undefined || !readsAnswer(template, upload)) return [];
    const isOfPiece = /\bpiece\b/.test(template);
    const texts = (isOfPiece ? pieces().map((piece) => uploadValues(upload, { ...call, piece })) : [values]).map(
      (known) => renderOptionalText(template, known) ?? '',
    );
    return [...new Set(texts)].flatMap((text) => {
      if (!URL.canParse(text) || !isPlainAddress(new URL(text))) return [];
      const url = new URL(text);
      const isOwn = own.includes(url.host);
      const sendsCredential = index === 0 ? credential === 'always' || (isOwn && credential !== 'never') : isOwn;
      return [{ url, isOpen: isHandedOut(template, upload) && !sendsCredential }];
    });
  });
}

/** Whether an address comes from an answer. A list of the input is no answer. */
function readsAnswer(template: string, { pieceList = '' }: ConnectorUpload): boolean {
  if (/\b(start|transfer|finish|piece\.address)\b/.test(template)) return true;
  return /\bpiece\.item\b/.test(template) && /^\s*start\b/.test(pieceList);
}
