import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import { isPlaceholder } from './credential-values.ts';

/** A credential recognized by the format of a service. */
export interface FoundSecret {
  /** The rule that matched, such as `slack`. */
  rule: string;
  secret: string;
  /** Where it starts, in characters. */
  offset: number;
}

// Leave out comments that disable the linter; the rule for GCP reads archives, not text.
const scanners = rules.filter(({ meta }) => !/rule-(?:filter-comments|gcp)$/.test(meta.id));

/** Finds credentials in the format of a known service. */
export function findForms(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  // Only the runner of secretlint needs locations.
  const source = { content: text, filePath: 'text', ext: '', contentType: 'text' } as SecretLintSourceCode;
  for (const { meta, create } of scanners) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId) => ({ message: String(messageId), messageId: String(messageId), data: {} }),
      ignore: () => undefined,
      report({ range: [from, to], message }) {
        const secret = text.slice(from, to);
        // An AWS account number is not a secret.
        if (message.messageId !== 'AWSAccountID' && !isMadeUpForm(secret))
          found.push({ rule: meta.id.split('secretlint-rule-')[1]!, secret, offset: from });
      },
    };
    void create(context, { enableIDScanRule: true, allows: [] }).file?.(source);
  }
  return found.sort((one, other) => one.offset - other.offset);
}

/** Whether it is a placeholder key from documentation, or an address with a made-up password. */
function isMadeUpForm(secret: string): boolean {
  return isPlaceholder(secret) || secret.includes('{{') || /(?<![A-Za-z])[Yy]our|EXAMPLE|[Xx]{4}|:test-/.test(secret);
}

/** Searches many texts in about the time of one. Each result has the index of its text. */
export function findFormsInAll(texts: readonly string[]): (FoundSecret & { index: number })[] {
  // No rule matches across this separator.
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

/** Replaces credentials in a service's format with `…`, such as in a description written by someone else. */
export function leaveOutCredentials(text: string): string {
  return findForms(text).reduce((current, { secret }) => current.replaceAll(secret, '…'), text);
}
