import { renderTemplate } from '../templates/render.ts';

/** Declared changes to the parameters of OAuth 2. */
export interface DeclaredParameters {
  names?: Record<string, string> | undefined;
  parameters?: Record<string, string | number | boolean | null> | undefined;
}

/**
 * The parameters of an OAuth 2 request in order: those of the protocol, under the service's names, then the additional
 * ones. A declared parameter replaces the protocol's, null removes it, and an absent one is left out.
 */
export function collectParameters(
  usual: Record<string, string | undefined>,
  { names = {}, parameters = {} }: DeclaredParameters,
  values: object,
): [name: string, value: unknown][] {
  const declared = Object.entries(parameters);
  const isReplaced = (name: string): boolean => declared.some(([other]) => other === name || other === names[name]);
  const own = Object.entries(usual)
    .filter(([name, value]) => value !== undefined && !isReplaced(name))
    .map(([name, value]): [string, unknown] => [names[name] ?? name, value]);
  const further = declared.map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? renderTemplate(value, values, { place: `parameters.${name}` }) : value,
  ]);
  return [...own, ...further].filter(([, value]) => value !== undefined && value !== null && value !== '');
}
