import type { Connector, Handshake, SignedText } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { parseTemplate, type TemplateNode } from '../templates/parse.ts';
import { renderTemplate } from '../templates/render.ts';
import { argumentsOf } from '../templates/shapes.ts';
import type { Path } from '../templates/slot.ts';
import { valueInWords } from './value-in-words.ts';

/** The values of the request that a template signs. Values of the account are not chosen by the sender. */
export function signedPaths(template: string): Path[] {
  return signedIn(parseTemplate(template).nodes).filter(({ segments: [root] }) => root?.name !== 'account');
}

function signedIn(nodes: readonly TemplateNode[]): Path[] {
  return nodes.flatMap((node): Path[] => {
    if (node.kind === 'value') {
      const isSigned = node.filters.some(({ name }) => name === 'hmac_sha256');
      const joined = argumentsOf(node).flatMap(({ path, isKey }) => (isKey ? [] : [path]));
      return isSigned ? [node.path, ...joined] : [];
    }
    if (node.kind === 'if') return signedIn([...node.then, ...node.otherwise]);
    return node.kind === 'each' ? signedIn(node.body) : [];
  });
}

const shapes: Record<SignedText['characters'], RegExp> = {
  digits: /^[0-9]+$/,
  hex: /^[0-9a-f]+$/i,
  alphanumeric: /^[0-9a-z]+$/i,
  base64: /^[0-9a-z+/]+={0,2}$/i,
  base64url: /^[0-9a-z_-]+$/i,
};

/**
 * Makes sure that the answer to a handshake signs only texts of their declared shapes. Releases from before shapes had
 * to be declared sign nothing.
 * @throws ActionError `invalid_input` that names the value.
 */
export function refuseOtherTexts(
  connector: Connector,
  { answer, signs = [] }: Pick<Handshake, 'answer' | 'signs'>,
  values: object,
): void {
  for (const { text: path } of textsOf(answer).flatMap(signedPaths)) {
    const shape = signs.find((one) => one.path === path);
    const value = renderTemplate(`{{${path}}}`, values, { place: path });
    if (value === undefined || value === null) continue;
    if (shape === undefined)
      throw new ActionError(
        'invalid_input',
        `${valueInWords(connector, path)} is not signed, because its shape is not declared in "signs"`,
      );
    const { characters, minLength, maxLength } = shape;
    if (
      typeof value === 'string' &&
      value.length >= minLength &&
      value.length <= maxLength &&
      shapes[characters].test(value)
    )
      continue;
    const wanted = `a text of ${minLength} to ${maxLength} characters (${characters})`;
    throw new ActionError('invalid_input', `${valueInWords(connector, path)} must be ${wanted} to be signed`);
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
