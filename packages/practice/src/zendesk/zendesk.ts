import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Access } from '../bearer.ts';
import type { Keeper } from '../keeper.ts';
import { describeFile } from '../kept-file.ts';
import type { Asked, Part, PracticeRoute } from '../play-routes.ts';
import { type Fields, isText, readJson, typeOf } from '../read-body.ts';

/** Zendesk's answer to an unknown address. */
export const zendeskNotFound: PracticeAnswer = {
  status: 404,
  body: { error: 'RecordNotFound', description: 'Not found' },
};

/** Plays the part of Zendesk that keeps tickets and the files of their comments. */
export function zendeskParts({ isToken }: Access): Part[] {
  const checkAccess = ({ headers }: PracticeRequest): PracticeAnswer | null => {
    const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const [, token = ''] = /^[^:]+@[^:]+\/token:(.+)$/.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? [];
    return isToken(token) ? null : { status: 401, body: { error: "Couldn't authenticate you" } };
  };
  return [{ routes, checkAccess }];
}

interface Ticket {
  id: number;
  url: string;
  subject: string;
  status: string;
  comments: Fields[];
  updated_at: string;
}

interface Upload {
  token: string;
  isUsed: boolean;
}

const routes: PracticeRoute[] = [
  {
    method: 'GET',
    path: '/api/v2/users/me.json',
    answer: () => ({ status: 200, body: { user: { id: 7, name: 'Practice' } } }),
  },
  { method: 'POST', path: '/api/v2/tickets.json', answer: createTicket },
  {
    method: 'PUT',
    path: '/api/v2/tickets/{ticket}.json',
    answer(asked, keeper) {
      const ticket = findTicket(asked, keeper);
      const changes = readJson(asked)?.['ticket'] as Fields | undefined;
      if (ticket === undefined) return zendeskNotFound;
      if (changes === undefined) return invalid('ticket', 'Ticket: cannot be blank');
      const { comment, ...fields } = changes;
      const refused = comment === undefined ? undefined : addComment(ticket, comment as Fields, keeper);
      if (refused !== undefined) return refused;
      Object.assign(ticket, fields, { updated_at: new Date().toISOString() });
      return { status: 200, body: { ticket, audit: {} } };
    },
  },
  {
    method: 'GET',
    path: '/api/v2/tickets/{ticket}.json',
    answer(asked, keeper) {
      const ticket = findTicket(asked, keeper);
      return ticket === undefined ? zendeskNotFound : { status: 200, body: { ticket } };
    },
  },
  {
    method: 'GET',
    path: '/api/v2/search.json',
    answer({ query }, keeper) {
      const terms = query.get('query');
      if (!isText(terms))
        return { status: 422, body: { error: 'invalid', description: 'Invalid search: query is missing' } };
      const words = terms.split(' ').filter((word) => !word.includes(':'));
      const isMeant = ({ subject }: Ticket): boolean => words.every((word) => subject.includes(word));
      const results = keeper.of<Ticket>('tickets').filter(isMeant);
      return { status: 200, body: { count: results.length, results, next_page: null } };
    },
  },
  {
    method: 'POST',
    path: '/api/v2/uploads.json',
    answer(asked, keeper) {
      const filename = asked.query.get('filename');
      if (!isText(filename)) return { status: 400, body: { error: 'BadRequest', description: 'filename is missing' } };
      if (typeOf(asked) === '') return { status: 415, body: { error: 'UnsupportedMediaType' } };
      const token = `upload${keeper.nextNumber()}`;
      const file = describeFile(filename, typeOf(asked), asked.body);
      keeper.add('uploads', { token, isUsed: false, ...file });
      const expires_at = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
      return { status: 201, body: { upload: { token, expires_at, attachment: { id: 1, size: file.sizeBytes } } } };
    },
  },
];

function findTicket({ named }: Asked, keeper: Keeper): Ticket | undefined {
  return keeper.of<Ticket>('tickets').find(({ id }) => String(id) === named['ticket']);
}

/** Creates a ticket once per idempotency key. */
function createTicket(asked: Asked, keeper: Keeper): PracticeAnswer {
  const key = asked.headers['idempotency-key'];
  const known = keeper.of<{ key: unknown; ticket: Ticket }>('idempotencyKeys').find((entry) => entry.key === key);
  if (key !== undefined && known !== undefined)
    return { status: 201, headers: { 'x-idempotency-lookup': 'hit' }, body: { ticket: known.ticket } };
  const { subject, comment, requester } = (readJson(asked)?.['ticket'] ?? {}) as {
    subject?: unknown;
    comment?: Fields;
    requester?: Fields;
  };
  if (comment === undefined) return invalid('base', 'Description: cannot be blank');
  if (requester?.['email'] !== undefined && !isText(requester['name']))
    return invalid('requester', 'Requester Name: is too short (minimum one character)');
  const id = keeper.nextNumber();
  const at = new Date().toISOString();
  const ticket: Ticket = {
    id,
    url: `https://practice.zendesk.com/api/v2/tickets/${id}.json`,
    subject: isText(subject) ? subject : '',
    status: 'new',
    comments: [],
    updated_at: at,
  };
  const refused = addComment(ticket, comment, keeper);
  if (refused !== undefined) return refused;
  keeper.add('tickets', ticket);
  if (key !== undefined) keeper.add('idempotencyKeys', { key, ticket });
  return { status: 201, body: { ticket } };
}

/** The token of a file can attach it only once. */
function addComment(ticket: Ticket, comment: Fields, keeper: Keeper): PracticeAnswer | undefined {
  if (!isText(comment['body'])) return invalid('comment', 'Comment: cannot be blank');
  const uploads = ((comment['uploads'] as string[] | undefined) ?? []).map((token) =>
    keeper.of<Upload>('uploads').find((known) => known.token === token && !known.isUsed),
  );
  if (uploads.includes(undefined)) return invalid('uploads', 'Upload: token is not known or was used');
  for (const upload of uploads) upload!.isUsed = true;
  ticket.comments.push(comment);
  return undefined;
}

function invalid(field: string, description: string): PracticeAnswer {
  const body = {
    error: 'RecordInvalid',
    description: 'Record validation errors',
    details: { [field]: [{ description }] },
  };
  return { status: 422, body };
}
