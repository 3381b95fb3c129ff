import type { PracticeAnswer, PracticedService, PracticeRequest } from '../exchange.ts';
import type { Access } from '../bearer.ts';
import { answerHooks, type GithubHook } from './hooks.ts';
import { answerIssues, type GithubIssue } from './issues.ts';
import { badCredentials, mustAcceptJson, noUserAgent, notFound, refuse, requiresAuthentication } from './refusals.ts';
import { readNewComment } from './new-comment.ts';

/** A comment of an issue in GitHub's format. */
export interface GithubComment {
  id: number;
  node_id: string;
  url: string;
  html_url: string;
  issue_url: string;
  body: string;
  user: { login: string; id: number; type: 'User' };
  created_at: string;
  updated_at: string;
  author_association: 'OWNER';
}

const user = { login: 'practice', id: 9_200_001, type: 'User' as const };

const mediaTypes = ['application/vnd.github+json', 'application/json', 'application/*', '*/*'];

const commentsPath = /^\/repos\/([\w.-]+)\/([\w.-]+)\/issues\/([1-9]\d{0,9})\/comments$/;
const commentPath = /^\/repos\/([\w.-]+)\/([\w.-]+)\/issues\/comments\/(\d+)$/;

/**
 * Plays the part of GitHub's REST API that opens, changes and comments on issues and adds webhooks, as strict as GitHub about
 * authentication, headers and bodies. Every repository and every issue to comment on exists, except for the owner
 * `missing`.
 */
export function createGithub({ isToken }: Access): PracticedService & { comments(): readonly GithubComment[] } {
  const comments: GithubComment[] = [];
  const issues: GithubIssue[] = [];
  const hooks: GithubHook[] = [];
  return {
    comments: () => comments,
    kept: () => ({ comments, ...(issues.length > 0 && { issues }), ...(hooks.length > 0 && { hooks }) }),
    clear() {
      comments.length = 0;
      issues.length = 0;
      hooks.length = 0;
    },
    answer: (request) =>
      checkAccess(request, isToken) ??
      answerIssues(request, issues) ??
      answerHooks(request, hooks) ??
      answerKnown(request, comments),
  };
}

/** GitHub's checks of every request, in its order. */
function checkAccess({ headers }: PracticeRequest, isToken: Access['isToken']): PracticeAnswer | null {
  if (!headers['user-agent']) return noUserAgent;
  const accept = (headers.accept ?? '*/*').split(',').map((part) => part.split(';')[0]?.trim());
  if (!accept.some((type) => mediaTypes.includes(type ?? ''))) return mustAcceptJson;
  if (headers.authorization === undefined) return requiresAuthentication;
  const token = /^Bearer (\S+)$/.exec(headers.authorization)?.[1];
  return token !== undefined && isToken(token) ? null : badCredentials;
}

function answerKnown(request: PracticeRequest, comments: GithubComment[]): PracticeAnswer {
  const { method, path } = request;
  if (method === 'GET' && path === '/user') return { status: 200, body: user };
  const list = commentsPath.exec(path);
  if (list?.[1] && list[1] !== 'missing') {
    if (method === 'POST') return create(request, comments, path);
    if (method === 'GET') return { status: 200, body: pageOf(ofIssue(comments, path), request.query) };
  }
  const found = method === 'GET' && commentPath.test(path) && comments.find(({ url }) => url.endsWith(path));
  return found ? { status: 200, body: found } : notFound;
}

function create({ headers, body }: PracticeRequest, comments: GithubComment[], path: string): PracticeAnswer {
  const read = readNewComment(headers['content-type'], body);
  if ('refusal' in read) return refuse(read.refusal);
  const comment = makeComment(path, read.body, comments.length + 1);
  comments.push(comment);
  return { status: 201, headers: { location: comment.url }, body: comment };
}

function makeComment(path: string, body: string, number: number): GithubComment {
  const [, owner, repository, issue] = commentsPath.exec(path) ?? [];
  const id = 2_400_000_000 + number;
  const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return {
    id,
    node_id: Buffer.from(`IssueComment${id}`).toString('base64'),
    url: `https://api.github.com/repos/${owner}/${repository}/issues/comments/${id}`,
    html_url: `https://github.com/${owner}/${repository}/issues/${issue}#issuecomment-${id}`,
    issue_url: `https://api.github.com/repos/${owner}/${repository}/issues/${issue}`,
    body,
    user,
    created_at: at,
    updated_at: at,
    author_association: 'OWNER',
  };
}

function ofIssue(comments: readonly GithubComment[], path: string): GithubComment[] {
  return comments.filter(({ issue_url }) => `${issue_url}/comments`.endsWith(path));
}

function pageOf(comments: GithubComment[], query: URLSearchParams): GithubComment[] {
  const perPage = Math.min(Math.max(Number(query.get('per_page') ?? 30) || 30, 1), 100);
  const page = Math.max(Number(query.get('page') ?? 1) || 1, 1);
  return comments.slice((page - 1) * perPage, page * perPage);
}
