import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import { type Access, bearerOf } from '../bearer.ts';
import type { Keeper } from '../keeper.ts';
import type { Asked, Part, PracticeRoute } from '../play-routes.ts';
import { isText, readJson } from '../read-body.ts';

/** A refusal in the format of Google's services. */
export function refuse(code: number, status: string, message: string): PracticeAnswer {
  return { status: code, body: { error: { code, message, status } } };
}

/** Google's answer to an unknown address. */
export const sheetsNotFound = refuse(404, 'NOT_FOUND', 'Requested entity was not found.');

/** Plays the part of Google Sheets that reads and writes rows. A range is a sheet, or a sheet and cells from A1 on. */
export function sheetsParts({ isToken }: Access): Part[] {
  const checkAccess = (request: PracticeRequest): PracticeAnswer | null => {
    const token = bearerOf(request);
    if (token !== undefined && isToken(token)) return null;
    return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  };
  return [{ routes, checkAccess }];
}

interface Sheet {
  spreadsheet: string;
  title: string;
  rows: unknown[][];
}

/** Every spreadsheet exists with a sheet called Log, except the one called missing. */
function findSheet({ named }: Asked, keeper: Keeper): Sheet | PracticeAnswer {
  const { spreadsheet = '', range = '' } = named;
  if (spreadsheet === 'missing') return sheetsNotFound;
  const title = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:![A-Z]+\d*(?::[A-Z]+\d*)?)?$/.exec(range);
  const wanted = title?.[1]?.replaceAll("''", "'") ?? title?.[2];
  const known = keeper.of<Sheet>('sheets').find((sheet) => sheet.spreadsheet === spreadsheet && sheet.title === wanted);
  if (known !== undefined) return known;
  if (wanted !== 'Log') return refuse(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);
  return keeper.add<Sheet>('sheets', { spreadsheet, title: 'Log', rows: [] });
}

function readRows(asked: Asked): unknown[][] | PracticeAnswer {
  const option = asked.query.get('valueInputOption');
  if (option !== 'RAW' && option !== 'USER_ENTERED')
    return refuse(400, 'INVALID_ARGUMENT', "'valueInputOption' is required but not specified");
  const values = readJson(asked)?.['values'];
  const isSound = Array.isArray(values) && values.every((row) => Array.isArray(row));
  return isSound ? (values as unknown[][]) : refuse(400, 'INVALID_ARGUMENT', "Invalid value at 'data.values'");
}

const valuesPath = '/v4/spreadsheets/{spreadsheet}/values/{range}';

const routes: PracticeRoute[] = [
  {
    method: 'GET',
    path: '/v1/userinfo',
    answer: () => ({ status: 200, body: { sub: '1187', email: 'fern@example.com' } }),
  },
  {
    method: 'POST',
    path: `${valuesPath}:append`,
    answer(asked, keeper) {
      const [sheet, rows] = [findSheet(asked, keeper), readRows(asked)];
      if ('status' in sheet) return sheet;
      if ('status' in rows) return rows;
      sheet.rows.push(...rows);
      const updatedRange = `${sheet.title}!A${sheet.rows.length - rows.length + 1}`;
      return { status: 200, body: { updates: { updatedRange, updatedRows: rows.length } } };
    },
  },
  {
    method: 'POST',
    path: `${valuesPath}:clear`,
    answer(asked, keeper) {
      const sheet = findSheet(asked, keeper);
      if ('status' in sheet) return sheet;
      sheet.rows = [];
      return { status: 200, body: { clearedRange: asked.named['range'] } };
    },
  },
  {
    method: 'GET',
    path: valuesPath,
    answer(asked, keeper) {
      const sheet = findSheet(asked, keeper);
      if ('status' in sheet) return sheet;
      const values = sheet.rows.length > 0 ? { values: sheet.rows } : {};
      return { status: 200, body: { range: asked.named['range'], majorDimension: 'ROWS', ...values } };
    },
  },
  {
    method: 'PUT',
    path: valuesPath,
    answer(asked, keeper) {
      const [sheet, rows] = [findSheet(asked, keeper), readRows(asked)];
      if ('status' in sheet) return sheet;
      if ('status' in rows) return rows;
      sheet.rows = rows;
      return { status: 200, body: { updatedRange: asked.named['range'], updatedCells: rows.flat().length } };
    },
  },
  {
    method: 'POST',
    path: '/v4/spreadsheets/{spreadsheet}:batchUpdate',
    answer(asked, keeper) {
      const requests = readJson(asked)?.['requests'] as
        { addSheet?: { properties?: { title?: unknown } } }[] | undefined;
      const title = requests?.[0]?.addSheet?.properties?.title;
      if (!isText(title)) return refuse(400, 'INVALID_ARGUMENT', 'Must specify at least one request.');
      const spreadsheet = asked.named['spreadsheet']!;
      if (keeper.of<Sheet>('sheets').some((sheet) => sheet.spreadsheet === spreadsheet && sheet.title === title))
        return refuse(400, 'INVALID_ARGUMENT', `A sheet with the name "${title}" already exists.`);
      keeper.add<Sheet>('sheets', { spreadsheet, title, rows: [] });
      const properties = { sheetId: keeper.nextNumber(), title };
      return { status: 200, body: { spreadsheetId: spreadsheet, replies: [{ addSheet: { properties } }] } };
    },
  },
  {
    method: 'POST',
    path: '/v4/spreadsheets',
    answer(asked, keeper) {
      const { properties } = (readJson(asked) ?? {}) as { properties?: { title?: unknown } };
      const id = `practice-${keeper.nextNumber()}`;
      keeper.add('spreadsheets', { id, title: properties?.title });
      const spreadsheetUrl = `https://docs.google.com/spreadsheets/d/${id}/edit`;
      return { status: 200, body: { spreadsheetId: id, spreadsheetUrl } };
    },
  },
];
