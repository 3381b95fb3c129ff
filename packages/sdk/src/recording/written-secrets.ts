import { nameAt, textsAndKeysIn } from '../compile/texts-in.ts';
import { isMadeUp } from '../fixtures/made-up.ts';
import { replacement } from '../runtime/redact.ts';
import { findFormsInAll } from './credential-forms.ts';
import { namesOnlyCredential } from './credential-names.ts';
import { bareCredentials, isPlaceholder } from './credential-values.ts';
import { ofAddress } from './named-values.ts';

/** A credential found in a fixture. */
export interface WrittenSecret {
  path: (string | number)[];
  /** The rule that matched, or the credential's name in quotation marks. */
  name: string;
  value: string;
  /** Where it starts in its text; 0 if the whole text is the credential. */
  offset: number;
}

/**
 * Finds credentials in a fixture: values in a service's format, and values with an unambiguous credential name that do
 * not start with `test-`. At most one per text.
 */
export function writtenSecrets(fixture: unknown): WrittenSecret[] {
  const texts = textsAndKeysIn(fixture);
  const forms = new Map(findFormsInAll(texts.map(({ text }) => text)).map((form) => [form.index, form]));
  return texts.flatMap(({ path, text, isKey }, index): WrittenSecret[] => {
    const form = forms.get(index);
    if (form !== undefined) return [{ path, name: form.rule, value: form.secret, offset: isKey ? 0 : form.offset }];
    const named = isKey ? [] : [[nameAt(path), text] as const, ...ofAddress(text)];
    const [found] = named.filter(([name, value]) => namesOnlyCredential(name) && isReal(name, value));
    return found === undefined
      ? []
      : [{ path, name: `"${found[0]}"`, value: found[1], offset: Math.max(0, text.indexOf(found[1])) }];
  });
}

function isReal(name: string, value: string): boolean {
  return (
    !isMadeUp(value) &&
    !value.includes(replacement) &&
    bareCredentials(name, value).some(
      // The made-up part may be inside, as in `token="test-…"` and in Basic credentials.
      (bare) => isWritten(name, bare) && ![bare, Buffer.from(bare, 'base64').toString('utf8')].some(holdsMadeUp),
    )
  );
}

/** Whether a value is a credential, of any length. A sentence counts only in a header, where parameters may follow. */
function isWritten(name: string, bare: string): boolean {
  return !isPlaceholder(bare) && (!/\s/.test(bare.trim()) || /auth(?:orization)?$/i.test(name));
}

function holdsMadeUp(text: string): boolean {
  return text.includes('test-');
}
