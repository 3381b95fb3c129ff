import type { ConnectorAction, Pagination } from '@tallyhook/schemas';
import { findSecondJson } from '../templates/double-encoding.ts';
import type { Template } from '../templates/template.ts';
import { any } from '../templates/shapes.ts';
import { checkLastPage } from './check-dead-output.ts';
import { checkConditions } from './check-condition.ts';
import { checkPath, checkTemplate, type CheckContext, findingOf } from './context.ts';
import { responseRoots } from './roots.ts';

/** Checks pagination. `templates` are the action's templates; `isRead` says whether all of them could be read. */
export function checkPagination(
  context: CheckContext,
  action: ConnectorAction,
  { pagination, templates, isRead }: { pagination: Pagination; templates: readonly Template[]; isRead: boolean },
): void {
  const place = (key: string): string[] => ['pagination', key];
  checkPath(context, place('items'), pagination.items, responseRoots);
  if ('total' in pagination) checkPath(context, place('total'), pagination.total, responseRoots);
  if (pagination.kind === 'nextUrl') checkPath(context, place('url'), pagination.url, responseRoots);
  if (pagination.kind === 'linkList') checkLinks(context, pagination);
  if ('more' in pagination) checkConditions(context, place('more'), pagination.more, responseRoots);
  if (pagination.kind === 'cursor') checkCursor(context, pagination.cursor);
  checkLastPage(context, action);
  if (isRead) checkPageIsUsed(context, pagination, templates);
  const notHere = (key: 'upload' | 'idempotencyHeader', message: string): void => {
    if (action[key] === undefined) return;
    context.report([key], { code: 'key_not_here', message, hint: 'leave out either this or pagination', atKey: true });
  };
  notHere('upload', 'the response to an upload has no pages');
  notHere('idempotencyHeader', 'each page is a separate request, so one key cannot cover them all');
}

function checkLinks(context: CheckContext, { links, where, url }: Extract<Pagination, { kind: 'linkList' }>): void {
  const roots = { link: any };
  checkPath(context, ['pagination', 'links'], links, responseRoots);
  checkConditions(context, ['pagination', 'where'], where, roots);
  checkPath(context, ['pagination', 'url'], url, roots);
}

function checkCursor(context: CheckContext, cursor: string): void {
  const path = ['pagination', 'cursor'];
  const template = checkTemplate(context, path, cursor, { roots: { ...responseRoots, last: any } });
  for (const problem of findSecondJson(cursor)) context.report(path, findingOf(problem));
  if (template?.isConstant !== true) return;
  const hint = 'use a value from the response, such as {{response.body.next_cursor}}';
  context.report(path, { code: 'constant_cursor', message: 'every request would ask for the same page', hint });
}

const usedName = { cursor: 'cursor', offset: 'offset', page: 'number' } as const;

function checkPageIsUsed(context: CheckContext, { kind }: Pagination, templates: readonly Template[]): void {
  if (kind === 'linkHeader' || kind === 'nextUrl' || kind === 'linkList') return;
  const name = usedName[kind];
  const isUsed = templates.some(({ paths }) =>
    paths.some(({ segments }) => segments[0]!.name === 'page' && segments[1]?.name === name),
  );
  if (isUsed) return;
  const message = `the request does not use page.${name}, so every page would be the first`;
  const hint = `write it where the service expects it, such as "query": { "${kind}": "{{page.${name}}}" }`;
  context.report(['pagination'], { code: 'unused_page', message, hint, atKey: true });
}
