import type { ConnectorPackage } from '@tallyhook/schemas';
import { isPlainAddress, ownHosts } from '../runtime/address.ts';
import { renderOptionalText } from '../templates/render.ts';
import type { UploadCall } from './upload-call.ts';
import { isHandedOut } from './upload-target.ts';
import { findUpload, uploadValues } from './upload-values.ts';

/** An address that answers of an upload took part in. */
export interface HandedOutAddress {
  url: URL;
  /** Whether the address alone lets anybody send there: an answer named its host, and no credential goes with it. */
  isOpen: boolean;
}

/** The addresses of an upload that its answers handed out, as far as they are known by now. */
export function handedOutAddresses(
  released: ConnectorPackage,
  actionName: string,
  call: UploadCall,
): HandedOutAddress[] {
  const { upload } = findUpload(released, actionName);
  const values = uploadValues(upload, call);
  const own = ownHosts(released.connector, values);
  const { to, finish, status, abort, processed, credential } = upload;
  const others = [finish?.url, status?.url, abort?.url, processed?.request.url];
  return [to, ...others].flatMap((template, index) => {
    if (template === undefined || !/\b(start|transfer|finish)\b/.test(template)) return [];
    const text = renderOptionalText(template, values) ?? '';
    if (!URL.canParse(text) || !isPlainAddress(new URL(text))) return [];
    const url = new URL(text);
    const isOwn = own.includes(url.host);
    const sendsCredential = index === 0 ? credential === 'always' || (isOwn && credential !== 'never') : isOwn;
    return [{ url, isOpen: isHandedOut(template, upload) && !sendsCredential }];
  });
}
