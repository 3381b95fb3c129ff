import type { ConnectorPackage, SignIn } from '@tallyhook/schemas';
import type { PracticeAnswer, PracticeRequest } from '@tallyhook/practice';
import { carriedKey } from '@tallyhook/sdk';

/** Where and in what form requests carry credentials. */
interface Carried {
  in: 'header' | 'query';
  name: string;
  written: RegExp;
}

/**
 * Creates the check of credentials in the requests of actions and of `test`: they must be present, in the right place
 * and form. The mock verifies OAuth tokens; other values can only be verified by the real service.
 */
export function createAccessCheck(
  { connector }: ConnectorPackage,
  isToken: (token: string) => boolean,
): (request: PracticeRequest) => PracticeAnswer | undefined {
  const carried = carriedBy(connector.signIn);
  if (carried === undefined) return () => undefined;
  const place = `${carried.in === 'header' ? 'the header' : 'the query parameter'} "${carried.name}"`;
  return ({ headers, query }) => {
    const given = carried.in === 'query' ? query.get(carried.name) : headers[carried.name.toLowerCase()];
    if (given === undefined || given === null) return refuse(`${place} with the credential is missing`);
    const found = carried.written.exec(String(given));
    if (found === null) return refuse(`${place} does not have the format that the connector declares`);
    const token = found.groups?.['token'];
    return token === undefined || isToken(token)
      ? undefined
      : refuse(`the token in ${place} is unknown or has expired`);
  };
}

function refuse(message: string): PracticeAnswer {
  return { status: 401, body: { message } };
}

function carriedBy(signIn: SignIn): Carried | undefined {
  const authorization = (scheme: string): Carried => ({
    in: 'header',
    name: 'Authorization',
    written: patternOf(`${scheme} {{credential}}`),
  });
  if (signIn.kind === 'basic') return authorization('Basic');
  if (signIn.kind === 'bearer') return authorization(signIn.scheme ?? 'Bearer');
  if (signIn.kind === 'aws4') return authorization('AWS4-HMAC-SHA256');
  const key = carriedKey(signIn);
  // A key in the path already takes part in matching the request.
  if (key === undefined || key.in === 'path') return undefined;
  return { in: key.in, name: key.name!, written: patternOf(key.value) };
}

/** Pattern of a template's output; the OAuth token is a named group. */
function patternOf(template: string): RegExp {
  const parts = template.split(/(\{\{.*?\}\})/);
  let isNamed = false;
  const pattern = parts.map((part) => {
    if (!part.startsWith('{{')) return part.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&');
    if (part !== '{{account.accessToken}}' || isNamed) return '.+';
    isNamed = true;
    return '(?<token>.+)';
  });
  return new RegExp(`^${pattern.join('')}$`, 'is');
}
