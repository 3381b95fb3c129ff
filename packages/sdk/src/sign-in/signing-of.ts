import type { SignIn } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { RequestSigning } from '../http/http.ts';
import { guardHeader } from '../runtime/headers.ts';
import { renderOptionalText } from '../templates/render.ts';

/**
 * The access key that signs the requests of an account; nothing for sign-ins that send their credential.
 * @throws ActionError `auth` if the account lacks a value.
 */
export function signingOf(signIn: SignIn, values: object): { signing?: RequestSigning } {
  if (signIn.kind !== 'aws4') return {};
  const render = (key: 'region' | 'accessKeyId' | 'secretAccessKey' | 'sessionToken'): string | undefined => {
    const place = `signIn.${key}`;
    const text = renderOptionalText(signIn[key] ?? '', values, { place }) || undefined;
    return text === undefined ? undefined : guardHeader(text, place);
  };
  const need = (key: 'region' | 'accessKeyId' | 'secretAccessKey'): string => {
    const text = render(key);
    if (text === undefined) throw new ActionError('auth', `signIn.${key}: the account lacks a value; link it again`);
    return text;
  };
  const sessionToken = render('sessionToken');
  return {
    signing: {
      service: signIn.service,
      region: need('region'),
      accessKeyId: need('accessKeyId'),
      secretAccessKey: need('secretAccessKey'),
      ...(sessionToken !== undefined && { sessionToken }),
    },
  };
}
