import type { Pagination } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { renderTemplate } from '../templates/render.ts';
import type { Answer } from './answer.ts';
import { holds } from './conditions.ts';
import { nextLink } from './link-header.ts';

/** A page to request: the values for its templates, or its own address. */
export interface Page {
  values: { cursor?: unknown; offset?: number; number?: number; size?: number };
  /** As named in the answer, possibly without a host. */
  url?: string;
}

/** The progress through the pages. */
export interface Pages {
  count: number;
  items: unknown[];
  /** The cursors and addresses already requested. */
  seen: Set<string>;
  /** The elements of the last page as JSON, where pages are numbered. */
  last?: string;
}

const defaultMaxPages = 100;

/** The first page to request. */
export function firstPage(pagination: Pagination): Page {
  switch (pagination.kind) {
    case 'offset':
      return { values: { offset: pagination.first ?? 0, size: pagination.size } };
    case 'page':
      return { values: withSize(pagination, pagination.first ?? 1) };
    default:
      return { values: {} };
  }
}

/**
 * Adds the elements of an answer and returns the next page; undefined if it was the last or there are enough.
 * @throws ActionError `fatal` if the answer contains no list, if pages repeat, or if there are more than `maxPages`.
 */
export function takePage(
  pagination: Pagination,
  pages: Pages,
  { page, answer, isXml = false }: { page: Page; answer: Answer; isXml?: boolean },
): Page | undefined {
  const found = readItems(pagination, answer, isXml);
  refuseSamePage(pagination, pages, found);
  pages.items.push(...found);
  pages.count++;
  const { maxItems, maxPages = defaultMaxPages } = pagination;
  if (maxItems !== undefined && pages.items.length >= maxItems) {
    pages.items.length = maxItems;
    return undefined;
  }
  const next = nextPage(pagination, { page, answer, found, before: pages.items.length });
  if (next === undefined) return undefined;
  refuseCircle(pages, next);
  if (pages.count < maxPages) return next;
  throw new ActionError(
    'fatal',
    `there are more than ${maxPages} pages; request fewer items, or raise pagination.maxPages`,
  );
}

/** Services leave out empty lists. In XML, a list of one element looks like the element. */
function readItems({ items }: Pagination, answer: Answer, isXml: boolean): unknown[] {
  const list = renderTemplate(`{{${items}}}`, { response: answer }, { place: 'pagination.items' }) ?? [];
  if (Array.isArray(list)) return list as unknown[];
  if (isXml && typeof list === 'object') return [list];
  throw new ActionError('fatal', `expected a list at ${items}, got ${typeof list}`);
}

interface Taken {
  page: Page;
  answer: Answer;
  /** The elements of this page. */
  found: unknown[];
  /** Number of elements before the next page. */
  before: number;
}

function nextPage(pagination: Pagination, taken: Taken): Page | undefined {
  const { answer, found, page } = taken;
  const read = (path: string): unknown => readPath(path, { response: answer });
  if ('more' in pagination && !pagination.more!.every((condition) => holds(condition, { response: answer })))
    return undefined;
  switch (pagination.kind) {
    case 'cursor': {
      const values = { response: answer, last: found.at(-1) };
      const cursor = renderTemplate(pagination.cursor, values, { place: 'pagination.cursor' });
      return isNothing(cursor) ? undefined : { values: { cursor } };
    }
    case 'linkHeader': {
      const url = nextLink(answer.headers['link'], pagination.rel ?? 'next');
      return url === undefined ? undefined : { values: {}, url };
    }
    case 'nextUrl':
      return pageAt(read(pagination.url), pagination.url);
    case 'linkList': {
      const link = findLink(pagination, read(pagination.links));
      return link && pageAt(readPath(pagination.url, link), pagination.url);
    }
    case 'offset': {
      const total = readTotal(pagination, answer);
      const isLast = total === undefined ? isShort(pagination, found) : found.length === 0 || taken.before >= total;
      // A service may return fewer than requested; the next page starts after what it returned.
      const offset = (page.values.offset ?? 0) + found.length;
      return isLast ? undefined : { values: { offset, size: pagination.size } };
    }
    case 'page': {
      const number = page.values.number ?? 1;
      const asked = number - (pagination.first ?? 1) + 1;
      const total = readTotal(pagination, answer);
      const isLast = total === undefined ? isShort(pagination, found) : found.length === 0 || asked >= total;
      return isLast ? undefined : { values: withSize(pagination, number + 1) };
    }
  }
}

function readPath(path: string, values: object): unknown {
  return renderTemplate(`{{${path}}}`, values, { place: 'pagination' });
}

function pageAt(url: unknown, path: string): Page | undefined {
  if (isNothing(url)) return undefined;
  if (typeof url !== 'string') throw new ActionError('fatal', `expected an address at ${path}, got ${typeof url}`);
  return { values: {}, url };
}

/** The link to the next page, as the roots of its address. */
function findLink(
  { links, where }: Extract<Pagination, { kind: 'linkList' }>,
  found: unknown,
): { link: unknown } | undefined {
  if (isNothing(found)) return undefined;
  if (!Array.isArray(found)) throw new ActionError('fatal', `expected a list at ${links}, got ${typeof found}`);
  return found
    .map((link: unknown) => ({ link }))
    .find((values) => where.every((condition) => holds(condition, values)));
}

/**
 * The declared total; undefined if none is declared or the answer does not say: null is not zero.
 * @throws ActionError `fatal` for anything but a number.
 */
function readTotal({ total: path }: { total?: string }, answer: Answer): number | undefined {
  const total = path === undefined ? undefined : readPath(path, { response: answer });
  if (total === undefined || total === null || total === '') return undefined;
  const number = typeof total === 'number' || typeof total === 'string' ? Number(total) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new ActionError('fatal', `expected a number at ${path}, got ${JSON.stringify(total).slice(0, 100)}`);
}

/** A short page is the last, unless the answer itself says whether there are more or should have said how many. */
function isShort({ size, more, total }: { size?: number; more?: unknown; total?: string }, found: unknown[]): boolean {
  const isWhole = more !== undefined || total !== undefined;
  return found.length === 0 || (size !== undefined && !isWhole && found.length < size);
}

/** A service that ignores the number of the page returns the first one again and again. */
function refuseSamePage({ kind }: Pagination, pages: Pages, found: unknown[]): void {
  if (kind !== 'page' && kind !== 'offset') return;
  const shown = JSON.stringify(found);
  const isTelling = found.some((item) => typeof item === 'object' && item !== null);
  if (isTelling && pages.last === shown) {
    const place = kind === 'page' ? 'page.number' : 'page.offset';
    const message = `page ${pages.count + 1} is the same as page ${pages.count}: does the request use {{${place}}}, and does the service read it?`;
    throw new ActionError('fatal', message);
  }
  pages.last = shown;
}

function withSize({ size }: { size?: number }, number: number): Page['values'] {
  return size === undefined ? { number } : { number, size };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

function refuseCircle({ seen }: Pages, { values, url }: Page): void {
  const mark = url ?? (values.cursor === undefined ? undefined : JSON.stringify(values.cursor));
  if (mark === undefined) return;
  if (seen.has(mark)) {
    const what = url === undefined ? `the cursor ${mark}` : 'the same address';
    throw new ActionError('fatal', `a response named ${what} a second time: the pages form a loop`);
  }
  seen.add(mark);
}
