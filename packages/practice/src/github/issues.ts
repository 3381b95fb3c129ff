import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Fields, isText, readJson } from '../read-body.ts';
import { notFound, refuse } from './refusals.ts';

/** An issue in GitHub's format. */
export interface GithubIssue {
  number: number;
  html_url: string;
  title: string;
  body: string | null;
  state: string;
  labels: { name: string }[];
}

const listPath = /^\/repos\/([\w.-]+)\/([\w.-]+)\/issues$/;
const issuePath = /^\/repos\/([\w.-]+)\/([\w.-]+)\/issues\/([1-9]\d{0,9})(\/labels)?$/;
const maxPerPage = 2;

/** Answers requests for issues; undefined for any other address. */
export function answerIssues(request: PracticeRequest, issues: GithubIssue[]): PracticeAnswer | undefined {
  const { method, path } = request;
  const [, owner, repository, number, labels] = listPath.exec(path) ?? issuePath.exec(path) ?? [];
  if (owner === undefined || owner === 'missing') return undefined;
  const address = `https://github.com/${owner}/${repository}/issues`;
  if (number === undefined && method === 'GET') return listIssues(request, issues);
  if (number === undefined && method === 'POST') return openIssue(request, issues, address);
  if (number === undefined) return undefined;
  const issue = issues.find((known) => known.html_url === `${address}/${number}`);
  if (labels !== undefined && method === 'POST') return issue === undefined ? notFound : addLabels(request, issue);
  if (labels === undefined && method === 'PATCH') return issue === undefined ? notFound : change(request, issue);
  return undefined;
}

/** Returns short pages, so that there is a second one; the header Link names it. */
function listIssues({ path, query }: PracticeRequest, issues: GithubIssue[]): PracticeAnswer {
  const state = query.get('state') ?? 'open';
  const found = issues.filter((issue) => state === 'all' || issue.state === state);
  const page = Number(query.get('page') ?? 1);
  const next = new URLSearchParams(query);
  next.set('page', String(page + 1));
  const link = `<https://api.github.com${path}?${next.toString()}>; rel="next"`;
  const isLast = page * maxPerPage >= found.length;
  const body = found.slice((page - 1) * maxPerPage, page * maxPerPage);
  return { status: 200, headers: isLast ? {} : { link }, body };
}

function openIssue(request: PracticeRequest, issues: GithubIssue[], address: string): PracticeAnswer {
  const asked = readJson(request);
  if (asked === undefined) return refuse({ status: 400, message: 'Problems parsing JSON' });
  const { title, body = null, labels = [] } = asked as { title?: unknown; body?: string | null; labels?: string[] };
  if (!isText(title)) {
    const errors = [{ resource: 'Issue', code: 'missing_field', field: 'title' }];
    return refuse({ status: 422, message: 'Validation Failed', errors });
  }
  const number = issues.length + 1;
  const named = labels.map((name) => ({ name }));
  const issue: GithubIssue = { number, html_url: `${address}/${number}`, title, body, state: 'open', labels: named };
  issues.push(issue);
  return { status: 201, body: issue };
}

function change(request: PracticeRequest, issue: GithubIssue): PracticeAnswer {
  const changes: Fields | undefined = readJson(request);
  if (changes === undefined) return refuse({ status: 400, message: 'Problems parsing JSON' });
  if (changes['state'] !== undefined && changes['state'] !== 'open' && changes['state'] !== 'closed')
    return refuse({
      status: 422,
      message: 'Validation Failed',
      errors: [{ resource: 'Issue', code: 'invalid', field: 'state' }],
    });
  Object.assign(issue, changes);
  return { status: 200, body: issue };
}

function addLabels(request: PracticeRequest, issue: GithubIssue): PracticeAnswer {
  const labels = readJson(request)?.['labels'];
  if (!Array.isArray(labels)) return refuse({ status: 422, message: 'Invalid request.\n\n"labels" wasn\'t supplied.' });
  const known = issue.labels.map(({ name }) => name);
  issue.labels.push(...(labels as string[]).filter((name) => !known.includes(name)).map((name) => ({ name })));
  return { status: 200, body: issue.labels };
}
