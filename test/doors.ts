/** The response of `/api/query`. */
export interface Answer {
  rows: ({ key: Record<string, unknown> } & Record<string, unknown>)[];
  overall: Record<string, unknown>;
  labels?: Record<string, Record<string, string | null>>;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

interface Access {
  url: string;
  /** The session cookie, and the session's workspace and branch. */
  cookie: string;
  workspace: string;
  key: string;
}

type Ask = (question: unknown, parameters?: Record<string, string>) => Promise<HttpAnswer>;

/** The three interfaces through which questions can be asked. */
export function openDoors({ url, cookie, workspace, key }: Access): Record<string, Ask> {
  const address = (parameters: Record<string, string>) => `${url}/api/query?${new URLSearchParams(parameters)}`;
  const authorization = `Bearer ${key}`;
  return {
    'GET with a session': (question, parameters = {}) =>
      send(address({ workspace, branch: 'main', q: JSON.stringify(question), ...parameters }), { headers: { cookie } }),
    'GET with a key': (question, parameters = {}) =>
      send(address({ q: JSON.stringify(question), ...parameters }), { headers: { authorization } }),
    'POST with a key': (question, parameters = {}) =>
      send(address(parameters), {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(question),
      }),
  };
}

/** Sends a request and parses the JSON response. */
export async function send(address: string, options: RequestInit = {}): Promise<HttpAnswer> {
  const response = await fetch(address, options);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Signs in; returns the cookie and the first workspace. */
export async function signIn(
  url: string,
  credentials: { email: string; password: string },
): Promise<{ cookie: string; workspace: string }> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(credentials),
  });
  const { workspaces } = (await response.json()) as { workspaces: { id: string }[] };
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', workspace: workspaces[0]?.id ?? '' };
}
