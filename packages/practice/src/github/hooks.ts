import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { readJson } from '../read-body.ts';
import { notFound, refuse } from './refusals.ts';

/** A webhook of a repository in GitHub's format. */
export interface GithubHook {
  type: 'Repository';
  id: number;
  name: 'web';
  active: boolean;
  events: string[];
  config: { url: string; content_type: string; insecure_ssl: string };
  url: string;
}

const listPath = /^\/repos\/([\w.-]+)\/([\w.-]+)\/hooks$/;
const hookPath = /^\/repos\/([\w.-]+)\/([\w.-]+)\/hooks\/(\d+)$/;
const maxHooks = 20;

/** Answers requests for the webhooks of a repository; undefined for any other address. */
export function answerHooks(request: PracticeRequest, hooks: GithubHook[]): PracticeAnswer | undefined {
  const { method, path } = request;
  const [, owner, , id] = listPath.exec(path) ?? hookPath.exec(path) ?? [];
  if (owner === undefined || owner === 'missing') return undefined;
  if (id === undefined && method === 'GET')
    return { status: 200, body: hooks.filter(({ url }) => url.startsWith(`${address(path)}/`)) };
  if (id === undefined && method === 'POST') return create(request, hooks);
  if (id === undefined || method !== 'DELETE') return undefined;
  const index = hooks.findIndex(({ url }) => url === address(path));
  if (index === -1) return notFound;
  hooks.splice(index, 1);
  return { status: 204, body: undefined };
}

const address = (path: string) => `https://api.github.com${path}`;

/** GitHub refuses a second webhook with the same address and events, and more than 20 for one event. */
function create(request: PracticeRequest, hooks: GithubHook[]): PracticeAnswer {
  const asked = readJson(request);
  if (asked === undefined) return refuse({ status: 400, message: 'Problems parsing JSON' });
  const { config, events = ['push'], active = true } = asked as Partial<GithubHook>;
  if (typeof config?.url !== 'string' || !URL.canParse(config.url))
    return invalid({ code: 'custom', message: 'url is missing a scheme' });
  if (!Array.isArray(events) || events.length === 0 || events.some((event) => typeof event !== 'string'))
    return invalid({ code: 'invalid', field: 'events' });
  const ofRepository = hooks.filter(({ url }) => url.startsWith(`${address(request.path)}/`));
  if (ofRepository.some((hook) => hook.config.url === config.url))
    return invalid({ code: 'custom', message: 'Hook already exists on this repository' });
  if (ofRepository.length >= maxHooks)
    return invalid({ code: 'custom', message: `The "${events[0]}" event cannot have more than 20 hooks` });
  const id = (hooks.at(-1)?.id ?? 480_000_000) + 1;
  const hook: GithubHook = {
    ...{ type: 'Repository', id, name: 'web', active, events },
    config: { url: config.url, content_type: config.content_type ?? 'form', insecure_ssl: '0' },
    url: `${address(request.path)}/${id}`,
  };
  hooks.push(hook);
  return { status: 201, headers: { location: hook.url }, body: hook };
}

function invalid(error: { code: string; field?: string; message?: string }): PracticeAnswer {
  return refuse({ status: 422, message: 'Validation Failed', errors: [{ resource: 'Hook', ...error }] });
}
