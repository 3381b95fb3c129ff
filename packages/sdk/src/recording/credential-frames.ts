import type { Connector, ConnectorPackage } from '@tallyhook/schemas';
import { textsIn } from '../compile/texts-in.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { splitText } from '../templates/split.ts';

/**
 * What a connector writes around a credential: `Token token={{account.key}}` gives the texts `Token token=` and ``, with
 * the slot of a secret between them.
 */
export interface CredentialFrame {
  /** One more than there are slots. */
  texts: string[];
  /** Of each slot, whether a credential stands in it. */
  isSecret: boolean[];
}

/** The frames of all texts in parts of a connector, such as `connector.json` and its actions, that send one of its secrets. */
export function credentialFrames(
  { signIn }: Connector,
  parts: readonly unknown[],
  secrets: readonly string[],
): CredentialFrame[] {
  const bearer = signIn.kind === 'bearer' && typeof signIn.token === 'string' ? [bearerText(signIn)] : [];
  const written = textsIn(parts).map(({ text }) => text);
  const texts = new Set([...bearer, ...written.filter((text) => text.includes('{{'))]);
  return [...texts].map((text) => frameOf(text, secrets)).filter(({ isSecret }) => isSecret.includes(true));
}

/** Those of a whole package. */
export function packageFrames({ connector, actions, webhooks }: ConnectorPackage): CredentialFrame[] {
  return credentialFrames(connector, [connector, actions, webhooks], secretNames(connector));
}

/** What `Authorization` is where a sign-in sends a token, as a template. */
function bearerText({ scheme = 'Bearer', token }: { scheme?: string; token: string }): string {
  return `${scheme} ${token}`;
}

function frameOf(text: string, secrets: readonly string[]): CredentialFrame {
  const frame: CredentialFrame = { texts: [''], isSecret: [] };
  for (const part of splitText(text).parts) {
    if (part.kind === 'text') frame.texts[frame.texts.length - 1] += part.text;
    else {
      frame.texts.push('');
      frame.isSecret.push(namesSecret(part.source, secrets));
    }
  }
  return frame;
}

function namesSecret(source: string, secrets: readonly string[]): boolean {
  const [, root, name] = /^\s*(account|client)\.\[?([\w-]+)/.exec(source) ?? [];
  return root === 'client' ? name === 'secret' : name !== undefined && secrets.includes(name);
}

/** What stands in a text where a frame has its credentials; undefined where the text has another form. */
export function inFrame(text: string, { texts, isSecret }: CredentialFrame): string[] | undefined {
  const [first = '', ...others] = texts;
  if (!text.startsWith(first)) return undefined;
  let from = first.length;
  const between = others.map((next, index) => {
    const to = index < others.length - 1 ? text.indexOf(next, from) : text.length - next.length;
    const value = to < from || !text.startsWith(next, to) ? undefined : text.slice(from, to);
    from = to + next.length;
    return value;
  });
  if (between.includes(undefined)) return undefined;
  return between.filter((value, index): value is string => value !== undefined && isSecret[index] === true);
}
