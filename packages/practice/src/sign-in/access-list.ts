import { randomBytes } from 'node:crypto';

/** The only client that the servers know. */
export const practiceClient = { id: 'practice-client', secret: 'practice-secret' };

/** A code that has not been used yet. */
export interface Grant {
  redirect: string;
  challenge: string | undefined;
  scopes: string[];
  asked: Record<string, string>;
}

/** One consent of a person, and the tokens issued from it. */
interface Family {
  grant: Grant;
  accessTokens: Set<string>;
  refreshToken: string | undefined;
}

/** The issued codes and tokens, and their families. */
export interface AccessList {
  isToken(token: string): boolean;
  addCode(grant: Grant): string;
  takeCode(code: string): Grant | undefined;
  /** Issues an access token, and the first refresh token if requested. */
  begin(grant: Grant, options: { prefix: string; refreshes: boolean }): { accessToken: string; refreshToken?: string };
  /** Issues the next tokens; undefined for a refresh token that is unknown or was used. */
  goOn(
    refreshToken: string,
    options: { prefix: string; rotates: boolean },
  ): { accessToken: string; refreshToken?: string; grant: Grant } | undefined;
  /** Expires all access tokens. */
  expire(): void;
}

/** `token` is always accepted, `endingToken` until the tokens expire. */
export function createAccessList(token: string, endingToken?: string): AccessList {
  const codes = new Map<string, Grant>();
  const families = new Map<string, Family>();
  const spent = new Map<string, Family>();
  let known = new Set<string>(endingToken === undefined ? [] : [endingToken]);

  const issue = (family: Family, prefix: string): string => {
    const accessToken = prefix + randomBytes(12).toString('hex');
    family.accessTokens.add(accessToken);
    known.add(accessToken);
    return accessToken;
  };
  const renew = (family: Family): string => {
    family.refreshToken = `practice-refresh-${randomBytes(12).toString('hex')}`;
    families.set(family.refreshToken, family);
    return family.refreshToken;
  };
  /** A refresh token used twice was stolen, or two refreshes ran at once: the vendor revokes the whole family. */
  const endFamily = ({ accessTokens, refreshToken }: Family): void => {
    for (const accessToken of accessTokens) known.delete(accessToken);
    if (refreshToken !== undefined) families.delete(refreshToken);
  };

  return {
    isToken: (given) => given === token || known.has(given),
    addCode(grant) {
      const code = randomBytes(12).toString('hex');
      codes.set(code, grant);
      return code;
    },
    takeCode(code) {
      const grant = codes.get(code);
      codes.delete(code);
      return grant;
    },
    begin(grant, { prefix, refreshes }) {
      const family: Family = { grant, accessTokens: new Set(), refreshToken: undefined };
      const accessToken = issue(family, prefix);
      return { accessToken, ...(refreshes && { refreshToken: renew(family) }) };
    },
    goOn(refreshToken, { prefix, rotates }) {
      const used = spent.get(refreshToken);
      if (used !== undefined) endFamily(used);
      const family = families.get(refreshToken);
      if (family === undefined) return undefined;
      const accessToken = issue(family, prefix);
      if (!rotates) return { accessToken, grant: family.grant };
      families.delete(refreshToken);
      spent.set(refreshToken, family);
      return { accessToken, refreshToken: renew(family), grant: family.grant };
    },
    expire: () => void (known = new Set()),
  };
}
