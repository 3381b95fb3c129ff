import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Access, bearerOf } from '../bearer.ts';
import type { Keeper } from '../keeper.ts';
import { describeFile } from '../kept-file.ts';
import type { Asked, Part, PracticeRoute } from '../play-routes.ts';
import { type Fields, isText, readJson, readParts, sortParts } from '../read-body.ts';

/** A refusal in HubSpot's format. */
function refuse(status: number, category: string, message: string): PracticeAnswer {
  return { status, body: { status: 'error', message, correlationId: '00000000-practice', category } };
}

/** HubSpot's answer to an unknown address. */
export const hubspotNotFound = refuse(404, 'OBJECT_NOT_FOUND', 'resource not found');

/** Plays the part of HubSpot that keeps contacts, deals, notes and files. */
export function hubspotParts({ isToken }: Access): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null => {
    const token = bearerOf(request);
    if (token !== undefined && isToken(token)) return null;
    return refuse(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found or not valid.');
  };
  return [{ routes, checkAccess }];
}

interface Thing {
  id: string;
  properties: Fields;
  createdAt: string;
  updatedAt: string;
}

const routes: PracticeRoute[] = [
  { method: 'GET', path: '/account-info/v3/details', answer: () => ({ status: 200, body: { portalId: 62515 } }) },
  { method: 'POST', path: '/crm/v3/objects/{kind}', answer: create },
  {
    method: 'POST',
    path: '/crm/v3/objects/contacts/search',
    answer(asked, keeper) {
      const groups = readJson(asked)?.['filterGroups'] as { filters?: Fields[] }[] | undefined;
      const filter = groups?.[0]?.filters?.[0];
      if (filter === undefined || filter['operator'] !== 'EQ') return refuse(400, 'VALIDATION_ERROR', 'Invalid filter');
      const isMeant = ({ properties }: Thing): boolean =>
        properties[String(filter['propertyName'])] === filter['value'];
      const results = keeper.of<Thing>('contacts').filter(isMeant);
      return { status: 200, body: { total: results.length, results } };
    },
  },
  {
    method: 'PATCH',
    path: '/crm/v3/objects/contacts/{contact}',
    answer(asked, keeper) {
      const contact = keeper.of<Thing>('contacts').find(({ id }) => id === asked.named['contact']);
      if (contact === undefined) return hubspotNotFound;
      const properties = readProperties(asked);
      if (properties === undefined) return invalidJson;
      Object.assign(contact.properties, properties);
      contact.updatedAt = new Date().toISOString();
      return { status: 200, body: contact };
    },
  },
  {
    method: 'POST',
    path: '/files/v3/files',
    answer(asked, keeper) {
      const { file, texts } = sortParts(readParts(asked) ?? []);
      if (file === undefined) return refuse(400, 'VALIDATION_ERROR', 'file is required');
      if (!isText(texts['folderPath'])) return refuse(400, 'VALIDATION_ERROR', 'folderPath or folderId is required');
      if (!/"access":"(PRIVATE|PUBLIC)/.test(texts['options'] ?? ''))
        return refuse(400, 'VALIDATION_ERROR', 'access is required');
      const id = String(keeper.nextNumber());
      const kept = keeper.add('files', { id, ...describeFile(file.filename!, file.type ?? '', file.bytes) });
      return { status: 201, body: { id, url: `https://62515.fs1.hubspotusercontent.example/${kept.name}` } };
    },
  },
];

const invalidJson = refuse(400, 'VALIDATION_ERROR', 'Invalid input JSON on line 1, column 1');

function readProperties(request: PracticeRequest): Fields | undefined {
  const properties = readJson(request)?.['properties'];
  return typeof properties === 'object' && properties !== null ? (properties as Fields) : undefined;
}

const needed: Record<string, string[]> = { contacts: [], deals: ['dealname', 'dealstage'], notes: ['hs_timestamp'] };

function create(asked: Asked, keeper: Keeper): PracticeAnswer {
  const kind = asked.named['kind']!;
  const properties = readProperties(asked);
  if (needed[kind] === undefined) return hubspotNotFound;
  if (properties === undefined) return invalidJson;
  const missing = needed[kind].find((name) => !isText(properties[name]));
  if (missing !== undefined)
    return refuse(400, 'VALIDATION_ERROR', `Property values were not valid: ${missing} is required`);
  const same = keeper
    .of<Thing>(kind)
    .find((known) => kind === 'contacts' && known.properties['email'] === properties['email']);
  if (same !== undefined) return refuse(409, 'CONFLICT', `Contact already exists. Existing ID: ${same.id}`);
  const at = new Date().toISOString();
  return {
    status: 201,
    body: keeper.add<Thing>(kind, { id: String(keeper.nextNumber()), properties, createdAt: at, updatedAt: at }),
  };
}
