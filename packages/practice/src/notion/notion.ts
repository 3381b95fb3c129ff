import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Access, bearerOf } from '../bearer.ts';
import type { Part, PracticeRoute } from '../play-routes.ts';
import { type Fields, readJson } from '../read-body.ts';

/** A refusal in Notion's format. */
export function refuse(status: number, code: string, message: string): PracticeAnswer {
  return { status, body: { object: 'error', status, code, message, request_id: 'practice' } };
}

/** Notion's answer to an unknown address. */
export const notionNotFound = refuse(400, 'invalid_request_url', 'Invalid request URL.');

/** Plays the part of Notion that keeps pages. Every request must name its API version. */
export function notionParts({ isToken }: Access): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null => {
    const token = bearerOf(request);
    if (token === undefined || !isToken(token)) return refuse(401, 'unauthorized', 'API token is invalid.');
    const version = request.headers['notion-version'];
    if (version === undefined) return refuse(400, 'missing_version', 'Notion-Version header failed validation.');
    return version === '2022-06-28'
      ? null
      : refuse(400, 'validation_error', 'Notion-Version header failed validation.');
  };
  return [{ routes, checkAccess }];
}

interface Page {
  id: string;
  url: string;
  properties: Fields;
  archived: boolean;
  last_edited_time: string;
  parent: unknown;
}

const shared = (name: string): string =>
  `Could not find ${name}. Make sure the relevant pages and databases are shared with your integration.`;
const noPage = refuse(404, 'object_not_found', shared('page'));
const noDatabase = refuse(404, 'object_not_found', shared('database'));
const noJson = refuse(400, 'invalid_json', 'Error parsing JSON body.');

const bot = {
  object: 'user',
  id: 'b0b0',
  type: 'bot',
  bot: { workspace_name: 'Practice', owner: { type: 'workspace' } },
};

const routes: PracticeRoute[] = [
  { method: 'GET', path: '/v1/users/me', answer: () => ({ status: 200, body: bot }) },
  {
    method: 'POST',
    path: '/v1/pages',
    answer(asked, keeper) {
      const body = readJson(asked);
      if (body === undefined) return noJson;
      const { parent, properties } = body as { parent?: Fields; properties?: Fields };
      if (parent?.['database_id'] !== 'db1') return noDatabase;
      const wrong = findWrongProperty(properties);
      if (wrong !== undefined) return wrong;
      const id = `page${keeper.nextNumber()}`;
      const at = new Date().toISOString();
      const page = {
        id,
        url: `https://www.notion.so/${id}`,
        properties: properties!,
        archived: false,
        last_edited_time: at,
        parent,
      };
      return { status: 200, body: keeper.add<Page>('pages', page) };
    },
  },
  {
    method: 'GET',
    path: '/v1/pages/{page}',
    answer({ named }, keeper) {
      const page = keeper.of<Page>('pages').find(({ id }) => id === named['page']);
      return page === undefined ? noPage : { status: 200, body: page };
    },
  },
  {
    method: 'PATCH',
    path: '/v1/pages/{page}',
    answer(asked, keeper) {
      const page = keeper.of<Page>('pages').find(({ id }) => id === asked.named['page']);
      const body = readJson(asked);
      if (page === undefined) return noPage;
      if (body === undefined) return noJson;
      const wrong = findWrongProperty(body['properties'] ?? {});
      if (wrong !== undefined) return wrong;
      Object.assign(page.properties, body['properties']);
      page.archived = body['archived'] === true;
      return { status: 200, body: page };
    },
  },
  {
    method: 'POST',
    path: '/v1/databases/{database}/query',
    answer(asked, keeper) {
      if (asked.named['database'] !== 'db1') return noDatabase;
      return listPages(readJson(asked), keeper.of<Page>('pages'));
    },
  },
  {
    method: 'PATCH',
    path: '/v1/blocks/{page}/children',
    answer(asked, keeper) {
      if (!keeper.of<Page>('pages').some(({ id }) => id === asked.named['page'])) return noPage;
      const children = readJson(asked)?.['children'];
      if (!Array.isArray(children)) return refuse(400, 'validation_error', 'body.children should be an array.');
      const blocks = children.map((child: Fields) => ({ id: `block${keeper.nextNumber()}`, ...child }));
      for (const block of blocks) keeper.add('blocks', block);
      return { status: 200, body: { object: 'list', results: blocks } };
    },
  },
  {
    method: 'POST',
    path: '/v1/search',
    answer: (asked, keeper) => listPages(readJson(asked), keeper.of<Page>('pages')),
  },
];

/** The database has the columns Name and Done. */
function findWrongProperty(properties: unknown): PracticeAnswer | undefined {
  if (typeof properties !== 'object' || properties === null)
    return refuse(400, 'validation_error', 'body.properties should be defined.');
  const wrong = Object.keys(properties).find((name) => !['Name', 'Done'].includes(name));
  return wrong === undefined ? undefined : refuse(400, 'validation_error', `${wrong} is not a property that exists.`);
}

function listPages(body: Fields | undefined, pages: Page[]): PracticeAnswer {
  if (body === undefined) return noJson;
  const { page_size: size = 100, start_cursor: cursor } = body;
  if (!Number.isInteger(size) || cursor === null)
    return refuse(400, 'validation_error', 'body.start_cursor should be a string or not present.');
  const from = cursor === undefined ? 0 : pages.findIndex(({ id }) => id === cursor);
  if (from === -1) return refuse(400, 'validation_error', 'The start_cursor provided is invalid.');
  // A page may be shorter than requested even if more follow.
  const until = from + Math.min(Number(size), 1);
  const next = pages[until]?.id ?? null;
  const results = pages.slice(from, until);
  return { status: 200, body: { object: 'list', results, has_more: next !== null, next_cursor: next } };
}
