import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fetchFlights } from 'tallyhook';
import { openDoors, send, signIn, type Answer } from './doors.ts';
import { flightsQuestions } from './flights-questions.ts';
import { startProduct, type Product } from './product.ts';

type Question = { type: string; groupBy?: readonly { field: string }[] };

/**
 * The answer computed from the CSV files: keys in the order of `groupBy`, relations by the key of the row they point
 * to.
 */
interface ReferenceAnswer {
  rows: ({ key: unknown[] } & Record<string, unknown>)[];
  overall: Record<string, unknown>;
}

/** The relation fields of a flight, each with its target type and that type's key field. */
const relations: Record<string, [type: string, key: string]> = {
  airline: ['airline', 'carrier'],
  plane: ['plane', 'tailnum'],
  origin_airport: ['airport', 'faa'],
  destination: ['airport', 'faa'],
};

const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallyhook');

describe('questions about 336,776 flights', function () {
  this.timeout(300_000);
  let product: Product;
  let doors: ReturnType<typeof openDoors>;
  let reference: Record<string, ReferenceAnswer>;
  let keyOfId: Record<string, Map<string, string>>;
  let access: { url: string; cookie: string; workspace: string; key: string };

  before(async () => {
    const folder = await fetchFlights(cacheFolder, () => undefined);
    product = await startProduct({ TALLYHOOK_DEMO: '0' });
    await product.login();
    const { imported } = await product.json<{ imported: { file: string; rows: number; rowsPerSecond: number }[] }>([
      'demo',
      'flights',
    ]);
    assert.deepEqual(
      imported.map(({ file, rows }) => [file, rows]),
      [
        ['airlines.csv', 16],
        ['airports.csv', 1458],
        ['planes.csv', 3322],
        ['weather.csv', 26115],
        ['flights.csv', 336776],
      ],
    );
    const { key } = await product.json<{ key: string }>(['keys', 'create', '--name', 'flights', '--access', 'read']);
    access = { url: product.url, key, ...(await signIn(product.url, product.owner)) };
    doors = openDoors(access);
    reference = await askReference(folder);
    keyOfId = await readKeys();
  });
  after(() => product?.remove());

  /** Maps record ids to keys in the files, by type. */
  async function readKeys(): Promise<Record<string, Map<string, string>>> {
    const found: Record<string, Map<string, string>> = {};
    for (const [type, key] of Object.values(relations)) found[type] ??= await readType(type, key);
    return found;
  }

  async function readType(type: string, key: string): Promise<Map<string, string>> {
    const keys = new Map<string, string>();
    let cursor: string | undefined;
    do {
      const parameters = new URLSearchParams({ type, limit: '500', ...(cursor === undefined ? {} : { cursor }) });
      const { body } = await send(`${product.url}/api/records?${parameters}`, {
        headers: { authorization: `Bearer ${access.key}` },
      });
      const page = body as { records: { id: string; fields: Record<string, string> }[]; nextCursor?: string };
      for (const { id, fields } of page.records) keys.set(id, String(fields[key]));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return keys;
  }

  /** The answer with its groups named as in the files, for comparison. */
  function named(question: Question, { rows }: Answer): Map<string, Record<string, unknown>> {
    const groups = question.groupBy ?? [];
    return new Map(
      rows.map(({ key, ...measures }) => {
        const names = groups.map(({ field }) => nameOf(field, key[field]));
        return [JSON.stringify(names), measures];
      }),
    );
  }

  function nameOf(field: string, value: unknown): unknown {
    const relation = relations[field];
    return relation === undefined || value === null ? value : keyOfId[relation[0]]?.get(value as string);
  }

  for (const [name, question] of Object.entries<Question>(flightsQuestions)) {
    for (const door of ['GET with a session', 'GET with a key', 'POST with a key']) {
      it(`have the same answer as Python computes from the files: ${name}, by ${door}`, async () => {
        const { status, body } = await doors[door]!(question);
        assert.equal(status, 200, JSON.stringify(body));
        const answer = body as Answer;
        const expected = reference[name]!;
        assertSameNumbers(answer.overall, expected.overall, 'overall');
        const rows = named(question, answer);
        assert.equal(rows.size, answer.rows.length, 'each group has one row');
        assert.deepEqual([...rows.keys()].sort(), expected.rows.map(({ key }) => JSON.stringify(key)).sort());
        for (const { key, ...measures } of expected.rows) {
          assertSameNumbers(rows.get(JSON.stringify(key))!, measures, JSON.stringify(key));
        }
      });
    }
  }

  it('have different answers by month in New York and in UTC', async () => {
    const ask = doors['POST with a key']!;
    const newYork = await ask(flightsQuestions['flights by month in New York']);
    const utc = await ask(flightsQuestions['flights by month in UTC']);
    assert.equal((newYork.body as Answer).rows.length, 12);
    assert.equal((utc.body as Answer).rows.length, 13);
  });

  for (const door of ['GET with a session', 'GET with a key', 'POST with a key']) {
    it(`name the airlines with labels=1, by ${door}`, async () => {
      const { body } = await doors[door]!(flightsQuestions['flights by airline'], { labels: '1' });
      const { rows, labels } = body as Answer;
      const united = rows.find(({ count }) => count === 58665)!;
      assert.equal(labels?.airline?.[String(united.key.airline)], 'United Air Lines Inc.');
      assert.equal(Object.keys(labels?.airline ?? {}).length, 16);
    });
  }

  it('can use every field that /api/query/fields lists', async () => {
    const { status, body } = await send(`${product.url}/api/query/fields?type=flight`, {
      headers: { authorization: `Bearer ${access.key}` },
    });
    assert.equal(status, 200);
    const { type, fields } = body as { type: string; fields: { name: string; kind: string; target?: string }[] };
    assert.equal(type, 'flight');
    const kinds = Object.fromEntries(fields.map((field) => [field.name, field.target ?? field.kind]));
    assert.deepEqual(
      {
        carrier: kinds.carrier,
        airline: kinds.airline,
        plane: kinds.plane,
        tailnum: kinds.tailnum,
        dep_delay: kinds.dep_delay,
        time_hour: kinds.time_hour,
      },
      {
        carrier: 'text',
        airline: 'airline',
        plane: 'plane',
        tailnum: 'text',
        dep_delay: 'number',
        time_hour: 'instant',
      },
    );
  });

  it('are refused with all their mistakes, the same at each door', async () => {
    const question = {
      type: 'flight',
      groupBy: [{ field: 'carier' }],
      measures: [{ fn: 'sum', field: 'origin' }],
      filtre: {},
    };
    const answers = await Promise.all(Object.values(doors).map((ask) => ask(question)));
    for (const { status, headers, body } of answers) {
      assert.equal(status, 422);
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
      const { code, errors } = body as { code: string; errors: { pointer: string; suggestion?: string }[] };
      assert.equal(code, 'invalid_question');
      assert.ok(errors.length >= 3, JSON.stringify(errors));
      assert.equal(errors.find(({ pointer }) => pointer === '#/groupBy/0/field')?.suggestion, 'carrier');
    }
  });

  it('are refused without a session or key, and with a wrong key', async () => {
    const address = `${product.url}/api/query?${new URLSearchParams({ q: '{"type":"flight"}' })}`;
    assert.equal((await send(address)).status, 401);
    assert.equal((await send(address, { headers: { authorization: `Bearer ${access.key}x` } })).status, 401);
  });

  it('print as a table with `tallyhook ask`', async () => {
    const { code, stdout } = await product.tallyhook([
      'ask',
      JSON.stringify(flightsQuestions['flights by airline']),
      '--labels',
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /^United Air Lines Inc\. +58,665$/m);
    assert.match(stdout, /^overall: count 336,776$/m);
  });
});

/**
 * Whole numbers and texts must be equal; other numbers to 11 digits, because the order of addition changes the last
 * ones.
 */
function assertSameNumbers(found: Record<string, unknown>, expected: Record<string, unknown>, place: string): void {
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort(), place);
  for (const [name, value] of Object.entries(expected)) {
    const got = found[name];
    if (typeof value !== 'number' || Number.isInteger(value) || typeof got !== 'number')
      assert.equal(got, value, `${place} ${name}`);
    else assert.ok(Math.abs(got - value) <= Math.abs(value) * 1e-11, `${place} ${name}: ${got} instead of ${value}`);
  }
}

function askReference(folder: string): Promise<Record<string, ReferenceAnswer>> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'flights-reference.py');
    const python = execFile('python3', [script, folder], { maxBuffer: 1 << 26 }, (error, stdout) =>
      error ? reject(new Error(error.message)) : resolve(JSON.parse(stdout) as Record<string, ReferenceAnswer>),
    );
    python.stdin?.end(JSON.stringify(flightsQuestions));
  });
}
