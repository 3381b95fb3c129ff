import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import { isPlaceholder } from './credential-values.ts';

/** A credential that has the form of those of a service. */
export interface FoundSecret {
  /** Which rule knows it, such as `slack`. */
  rule: string;
  secret: string;
  /** Where it begins, in characters. */
  offset: number;
}

// Comments that switch the linter off do not count here, and the archives of GCP are no texts.
const scanners = rules.filter(({ meta }) => !/rule-(?:filter-comments|gcp)$/.test(meta.id));

/** Finds the credentials in a text that have the form of those of a known service. */
export function findForms(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  // Locations are what only the runner of secretlint needs.
  const source = { content: text, filePath: 'text', ext: '', contentType: 'text' } as SecretLintSourceCode;
  for (const { meta, create } of scanners) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId) => ({ message: String(messageId), messageId: String(messageId), data: {} }),
      ignore: () => undefined,
      report({ range: [from, to], message }) {
        const secret = text.slice(from, to);
        // The number of an account at AWS is no secret.
        if (message.messageId !== 'AWSAccountID' && !isMadeUpForm(secret))
          found.push({ rule: meta.id.split('secretlint-rule-')[1]!, secret, offset: from });
      },
    };
    void create(context, { enableIDScanRule: true, allows: [] }).file?.(source);
  }
  return found.sort((one, other) => one.offset - other.offset);
}

/** What documents show in the place of a key, and an address with a made-up password. */
function isMadeUpForm(secret: string): boolean {
  return isPlaceholder(secret) || secret.includes('{{') || /(?<![A-Za-z])[Yy]our|EXAMPLE|[Xx]{4}|:test-/.test(secret);
}

/** The same in many texts at once, which takes as long as in one: each is found with the index of its text. */
export function findFormsInAll(texts: readonly string[]): (FoundSecret & { index: number })[] {
  // No rule reads across this sign.
  const between = '\n\0\n';
  const ends: number[] = [];
  let end = 0;
  for (const text of texts) {
    end += text.length + between.length;
    ends.push(end);
  }
  let index = 0;
  return findForms(texts.join(between)).map((form) => {
    while (form.offset >= ends[index]!) index++;
    return { ...form, index, offset: form.offset - (ends[index - 1] ?? 0) };
  });
}

/** A text, such as a description that somebody else wrote, with `…` in the place of each such credential. */
export function leaveOutCredentials(text: string): string {
  return findForms(text).reduce((current, { secret }) => current.replaceAll(secret, '…'), text);
}
