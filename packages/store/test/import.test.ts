import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Field } from '@tallyhook/schemas';
import type { ImportProgress } from '@tallyhook/schemas/api';
import { defineType } from '../src/apps/index.ts';
import { openBranch, type Branch } from '../src/branches/index.ts';
import { readChanges, type ImportChange, type RecordChange } from '../src/changes/index.ts';
import { collectionFacts, readWriteCounter } from '../src/collections/index.ts';
import { importCsv, type ImportOptions } from '../src/imports/index.ts';
import type { Store } from '../src/index.ts';
import { createRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { collectionsOfTypes, dropTestStore, openTestStore, problemOf, refusal, workBranch } from './test-store.ts';

describe('CSV import', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const run = (text: string, options: Partial<ImportOptions> & { type: string }) =>
    importCsv(store, branch, { open: () => Readable.from([Buffer.from(text)]), by: 'ana', ...options });
  const reopen = async () => (branch = await openBranch(store, branch.workspaceId, branch.name));
  const fieldsOf = async (type: string) => {
    const { records } = await listRecords(store, await reopen(), type, { limit: 1000 });
    return records.map(({ fields }) => fields);
  };
  /** Everything in the workspace except branches, their types and indexes: a refused import must leave nothing behind. */
  const leftovers = async () => {
    const db = store.workspaceDb(branch.workspaceId);
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    const ofTypes = await collectionsOfTypes(store, branch.workspaceId);
    return {
      collections: names.filter((name) => name.startsWith('records_') && !ofTypes.has(name)).length,
      unfinished: await db.collection('unfinished').countDocuments(),
      changes: await db.collection('changes').countDocuments({ type: { $ne: '(type)' } }),
    };
  };
  const nothing = { collections: 0, unfinished: 0, changes: 0 };

  /** Files that other products read wrongly, with the right reading. */
  describe('reads', () => {
    const newestFirst = async (type: string) => (await fieldsOf(type)).reverse();
    const kindsOf = async (text: string, options: Partial<ImportOptions> = {}) => {
      const result = await run(text, { type: 'thing', ...options });
      return Object.fromEntries(result.columns.map(({ column, kind }) => [column, kind]));
    };

    it('the delimiter that a first line names, which is not the header line', async () => {
      assert.deepEqual(await kindsOf('sep=;\nname;amount\nA;1\nB;2\n'), { name: 'text', amount: 'number' });
      assert.deepEqual(await newestFirst('thing'), [
        { name: 'B', amount: 2 },
        { name: 'A', amount: 1 },
      ]);
    });

    it('the delimiter that splits the rows like the header line, even if a name and the decimals have commas', async () => {
      const text = 'Preis, EUR;Menge\n1,50;2\n2,75;3\n';
      const result = await run(text, { type: 'thing', decimals: 'comma' });
      assert.equal(result.delimiter, ';');
      assert.deepEqual(await newestFirst('thing'), [
        { preisEur: 2.75, Menge: 3 },
        { preisEur: 1.5, Menge: 2 },
      ]);
    });

    it('pipes, and any other delimiter that is named', async () => {
      assert.deepEqual(await kindsOf('a|b|c\n1|2|3\n4|5|6\n'), { a: 'number', b: 'number', c: 'number' });
      assert.deepEqual(await kindsOf('a~b\n1~2\n', { type: 'other', delimiter: '~' }), { a: 'number', b: 'number' });
    });

    it('as texts what would change as a number: 1.10 beside 1.2, and more digits than a number keeps', async () => {
      const versions = await run('Chapter,Title\n1.1,a\n1.10,b\n1.2,c\n', { type: 'chapter' });
      assert.equal(versions.columns[0]!.kind, 'text');
      assert.match(versions.columns[0]!.reason, /Line 3 has "1\.10" among numbers with other decimals/);
      const digits = await run('v\n12345678901234567.5\n0.12345678901234567\n1.5\n', { type: 'digit' });
      assert.deepEqual([digits.columns[0]!.kind, digits.columns[0]!.looksLike], ['text', 'code']);
      assert.deepEqual(
        (await newestFirst('digit')).map(({ v }) => v),
        ['1.5', '0.12345678901234567', '12345678901234567.5'],
      );
      assert.deepEqual(await kindsOf('price\n1.50\n2.00\n10\n', { type: 'price' }), { price: 'number' });
      assert.deepEqual(await kindsOf('x\n0.30000000000000004\n', { type: 'exact' }), { x: 'number' });
    });

    it('no record from a row of delimiters only', async () => {
      const result = await run('a,b\n1,2\n,\n3,4\n,\n,\n', { type: 'thing' });
      assert.deepEqual([result.rows, result.imported, result.refused], [2, 2, 0]);
      const quoted = await run('a,b\n"1",2\n,\n"",""\n', { type: 'other' });
      assert.equal(quoted.imported, 1);
    });

    it('instants as databases and programs write them', async () => {
      const text =
        'at\n2026-03-01 09:30:00+00\n2026-03-01 10:30:00+0100\n2026-03-01 09:30:00 UTC\n2026-03-01t09:30:00z\n';
      assert.deepEqual(await kindsOf(text), { at: 'instant' });
      await run(text, { type: 'thing' });
      const instants = (await newestFirst('thing')).map(({ at }) => at);
      assert.deepEqual([instants.length, new Set(instants)], [8, new Set(['2026-03-01T09:30:00.000Z'])]);
    });

    it('dates, money and percentages in the form that is named; without it they stay texts that say so', async () => {
      const text = 'when,amount,share\n31/12/2025,"1,234.50",12%\n01/02/2026,"2,000.00",7%\n';
      const asked = await run(text, { type: 'unsaid' });
      assert.deepEqual(
        asked.columns.map(({ kind, looksLike }) => [kind, looksLike]),
        [
          ['text', 'date'],
          ['text', 'number'],
          ['text', 'number'],
        ],
      );
      const { type } = await run(text, { type: 'thing', dates: 'dmy', decimals: 'point' });
      assert.deepEqual(
        type.fields.map(({ format }) => format),
        [undefined, undefined, { unit: 'percent' }],
      );
      assert.deepEqual(await newestFirst('thing'), [
        { when: '2026-02-01', amount: 2000, share: 0.07 },
        { when: '2025-12-31', amount: 1234.5, share: 0.12 },
      ]);
      await run('amount\n"1.234,50 €"\n-3\n', { type: 'euro', decimals: 'comma' });
      assert.deepEqual(
        (await newestFirst('euro')).map(({ amount }) => amount),
        [-3, 1234.5],
      );
    });

    it('cells in a named form, but shows samples and reasons as they are in the file', async () => {
      const text = 'when,share,due\n31/12/2025,1%,99/99/2020\n13/13/2025,"2,5%",01/02/2026\n';
      const { columns } = await run(text, { type: 'thing', dates: 'dmy', decimals: 'comma' });
      assert.deepEqual(
        columns.map(({ kind, samples }) => [kind, samples]),
        [
          ['text', ['31/12/2025', '13/13/2025']],
          ['number', ['1%', '2,5%']],
          ['text', ['99/99/2020', '01/02/2026']],
        ],
      );
      assert.match(columns[0]!.reason, /^Line 3 has "13\/13\/2025", which is not a date in the order dmy/);
      assert.match(columns[2]!.reason, /^Line 2 has "99\/99\/2020"/);
    });

    it('choices and texts for no value as they are in the file, though a form is named', async () => {
      const rates = Array.from({ length: 20 }, () => ['low', '12%', '99/99/9999']).flat();
      const text = `rate,day\n${rates.map((rate) => `${rate},31/12/9999`).join('\n')}\nlow,01/02/2026\n`;
      const forms = { dates: 'dmy', decimals: 'point', emptyTexts: ['31/12/9999'] } as const;
      const result = await run(text, { type: 'thing', ...forms });
      assert.deepEqual(
        result.type.fields.map(({ kind, options }) => [kind, options?.map(({ value }) => value)]),
        [
          ['choice', ['12%', '99/99/9999', 'low']],
          ['day', undefined],
        ],
      );
      assert.deepEqual([result.imported, result.refused], [61, 0]);
      assert.deepEqual((await newestFirst('thing')).slice(0, 2), [
        { rate: 'low', day: '2026-02-01' },
        { rate: '99/99/9999' },
      ]);
    });

    it('quotation marks after a space', async () => {
      const text = '"Month", "1958", "1959"\n"JAN",  340,  360\n"FEB",  318,  342\n';
      assert.deepEqual(await kindsOf(text), { Month: 'text', 1958: 'number', 1959: 'number' });
    });

    it('other encodings if they are named, and refuses bytes that are not in them', async () => {
      const open = () => Readable.from([Buffer.from('name\nM\xfcller \x80\n', 'latin1')]);
      await importCsv(store, branch, { type: 'thing', by: 'ana', open, encoding: 'windows-1252' });
      assert.deepEqual(await newestFirst('thing'), [{ name: 'Müller €' }]);
      const wrong = importCsv(store, branch, { type: 'other', by: 'ana', open, encoding: 'shift_jis' });
      await assert.rejects(wrong, refusal('invalid_import'));
    });

    it('texts that an answer guards against formulas, as they were', async () => {
      await run("v\n'+49 30 1234\n'-5 C\n'quoted\n", { type: 'thing' });
      assert.deepEqual(
        (await newestFirst('thing')).map(({ v }) => v),
        ["'quoted", '-5 C', '+49 30 1234'],
      );
    });

    it('the same file again, but says that it was imported before', async () => {
      const text = 'email,n\na@example.com,1\n';
      const first = await run(text, { type: 'thing' });
      await reopen();
      const again = await run(text, { type: 'thing', dryRun: true });
      assert.deepEqual([first.importedBefore, again.importedBefore], [null, first.change]);
    });
  });

  describe('into a new type', () => {
    it('creates the type from the data and a record per row', async () => {
      const result = await run(
        'Name,Size,Made on,Seen at,Is old\nwheel,1.5,2026-03-01,2026-03-01T09:30:00+02:00,yes\naxle,,,2026-07-01 12:00,no\n',
        { type: 'carPart' },
      );
      assert.deepEqual(result.type, {
        name: 'carPart',
        label: 'Car part',
        plural: 'Car parts',
        app: 'workspace',
        offered: true,
        labelField: 'Name',
        fields: [
          { name: 'Name', label: 'Name', kind: 'text' },
          { name: 'Size', label: 'Size', kind: 'number' },
          { name: 'madeOn', label: 'Made on', kind: 'day' },
          { name: 'seenAt', label: 'Seen at', kind: 'instant' },
          { name: 'isOld', label: 'Is old', kind: 'yesNo' },
        ],
      });
      assert.deepEqual([result.created, result.rows, result.imported, result.refused], [true, 2, 2, 0]);
      assert.deepEqual(await fieldsOf('carPart'), [
        { Name: 'wheel', Size: 1.5, madeOn: '2026-03-01', seenAt: '2026-03-01T07:30:00.000Z', isOld: true },
        { Name: 'axle', seenAt: '2026-07-01T16:00:00.000Z', isOld: false },
      ]);
      assert.deepEqual(branch.types.at(-1), result.type);
    });

    it('is one change: one log entry, carried by all records, and one counter step', async () => {
      const text = 'name\na\nb\nc\n';
      const { change } = await run(text, { type: 'part' });
      await reopen();
      const [entry, ...others] = (await readChanges(store, branch, { type: 'part', limit: 10 })) as ImportChange[];
      assert.deepEqual(others, []);
      const digest = createHash('sha256').update(text).digest('hex');
      assert.partialDeepStrictEqual(entry, { kind: 'import', number: change!, count: 3, digest, by: 'ana' });
      assert.equal((await readWriteCounter(store, branch, 'part')).value, 1);
      const { collection, approximateCount } = (await collectionFacts(store, branch)).part!;
      assert.equal(approximateCount, 3);
      const stored = await store.workspaceDb(branch.workspaceId).collection(collection!).find().toArray();
      assert.deepEqual(
        stored.map((record) => [record.change as number, record.revision as number]),
        [
          [change, 1],
          [change, 1],
          [change, 1],
        ],
      );
    });

    it('is refused if the type name is invalid, hidden, or taken meanwhile', async () => {
      await assert.rejects(run('a\n1\n', { type: '2nd type' }), refusal('invalid_input'));
      await assert.rejects(run('a\n1\n', { type: 'report' }), refusal('invalid_input'));
      const outcomes = await Promise.allSettled([run('a\n1\n', { type: 'part' }), run('b\n2\n', { type: 'part' })]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const loser = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      assert.ok(refusal('already_exists')(loser.reason));
      assert.equal((await fieldsOf('part')).length, 1);
      assert.deepEqual(await leftovers(), { collections: 1, unfinished: 0, changes: 1 });
    });
  });

  describe('into an existing type', () => {
    it("matches columns to fields by name or label and converts cells to the field's kind", async () => {
      const file =
        'TITLE,Estimate in hours,status,labels,done,due\nOven,2,In progress,bug; Feature ;bug,1,2026-03-01\n';
      const result = await run(file, { type: 'ticket' });
      assert.equal(result.created, false);
      assert.deepEqual(await fieldsOf('ticket'), [
        {
          title: 'Oven',
          status: 'in_progress',
          labels: ['bug', 'feature'],
          estimate: 2,
          due: '2026-03-01',
          done: true,
        },
      ]);
    });

    it('adds to the existing records in one change', async () => {
      const first = await createRecord(store, branch, 'note', { title: 'first' }, 'ana');
      await run('title\nsecond\nthird\n', { type: 'note' });
      assert.deepEqual(await fieldsOf('note'), [{ title: 'first' }, { title: 'second' }, { title: 'third' }]);
      const kinds = (await readChanges(store, branch, { type: 'note', limit: 10 })).map(({ kind }) => kind);
      assert.deepEqual(kinds, ['create', 'import']);
      assert.equal((await readWriteCounter(store, branch, 'note')).value, 2);
      const changed = { revision: 1, fields: { title: 'changed' } };
      assert.equal((await updateRecord(store, branch, 'note', first.id, changed, 'ana')).revision, 2);
    });

    it('lists all columns that match no field, share a field, or are missing', async () => {
      const problem = await problemOf(run('titel,Status,status,zzz\nx,open,open,1\n', { type: 'ticket' }));
      assert.equal(problem.code, 'invalid_import');
      assert.deepEqual(
        problem.errors.map((mistake) => [mistake.code, (mistake as { column?: string }).column, mistake.suggestion]),
        [
          ['unknown_column', 'titel', 'title'],
          ['unknown_column', 'zzz', undefined],
          ['repeated_field', 'status', undefined],
          ['missing_column', undefined, undefined],
        ],
      );
      assert.deepEqual(await leftovers(), nothing);
    });

    it('tells a dry run every column with its field, or that it has none, if the file cannot be imported', async () => {
      const text = 'title,pay,Estimate in hours,code\nOven,10,x,a\nFan,20,y,b\n';
      const fields = [{ column: 'code', field: null }];
      const unknown = await problemOf(run(text, { type: 'ticket', fields, dryRun: true }));
      const estimate = {
        ...{ column: 'Estimate in hours', field: 'estimate', kind: 'number' },
        ...{ reason: 'The type has the field "estimate".', samples: ['x', 'y'] },
      };
      const titled = {
        ...{ column: 'title', field: 'title', kind: 'text' },
        ...{ reason: 'The type has the field "title".', samples: ['Oven', 'Fan'] },
      };
      assert.deepEqual(unknown.members.columns, [
        titled,
        { column: 'pay', reason: 'The type has no field "pay".', samples: ['10', '20'] },
        estimate,
        { column: 'code', reason: 'Left out.', samples: ['a', 'b'] },
      ]);
      const both = [...fields, { column: 'pay', field: null }];
      const refused = await problemOf(run(text, { type: 'ticket', fields: both, dryRun: true }));
      assert.deepEqual([refused.errors[0]!.code, refused.members.errorCount], ['not_a_number', 2]);
      assert.deepEqual(refused.members.columns, [
        titled,
        { column: 'pay', reason: 'Left out.', samples: ['10', '20'] },
        estimate,
        { column: 'code', reason: 'Left out.', samples: ['a', 'b'] },
      ]);
      const imported = await problemOf(run(text, { type: 'ticket' }));
      assert.equal(imported.members.columns, undefined);
    });

    it('reports each wrong line: its number, the column, the value and what is expected', async () => {
      const text = [
        'title,estimate,due,status,done,closedAt',
        'good,1,2026-03-01,open,yes,2026-03-01T00:00:00Z',
        '"two\nlines",x,2026-02-30,opened,maybe,yesterday',
        ',1,,,,',
        'short,1',
        'also good,,,,,',
      ].join('\n');
      const result = await run(text, { type: 'ticket' });
      assert.deepEqual(
        result.errors.map(({ line, column, code }) => [line, column, code]),
        [
          [3, 'estimate', 'not_a_number'],
          [3, 'due', 'not_a_day'],
          [3, 'status', 'choice_not_allowed'],
          [3, 'done', 'not_yes_or_no'],
          [3, 'closedAt', 'not_an_instant'],
          [5, undefined, 'required_field'],
          [6, undefined, 'wrong_cell_count'],
        ],
      );
      assert.equal(result.errors[0]!.detail, '"estimate" must be a number such as -12.5, got "x".');
      assert.deepEqual(result.errors[2]!.allowed, ['open', 'in_progress', 'blocked', 'review', 'done']);
      assert.deepEqual([result.rows, result.imported, result.refused, result.errorCount], [5, 2, 3, 7]);
      assert.deepEqual(
        (await fieldsOf('ticket')).map(({ title }) => title),
        ['good', 'also good'],
      );
    });

    it('refuses a number that would be stored rounded, as it refuses a whole number that is too long', async () => {
      const cells = ['12345678901234567', '12345678901234567.5', '0.123456789012345678', '12345678901234567890.5'];
      const text = `title,estimate\n${[...cells, '0.10', '1e3', '0.30000000000000004'].map((cell) => `t,${cell}\n`).join('')}`;
      const fields = [{ column: 'estimate', kind: 'number' as const }];
      for (const options of [{ type: 'ticket' }, { type: 'chosen', fields }]) {
        const result = await run(text, options);
        assert.deepEqual(
          result.errors,
          cells.map((cell, index) => ({
            line: index + 2,
            column: 'estimate',
            code: 'not_a_number',
            detail: `"estimate" must be a number such as -12.5, got "${cell}".`,
          })),
        );
        const estimates = (await fieldsOf(options.type)).map(({ estimate }) => estimate);
        assert.deepEqual(estimates, [0.1, 1000, 0.30000000000000004]);
      }
    });

    it('lists the first hundred mistakes and counts all', async () => {
      const result = await run(`title,estimate\ngood,1\n${'bad,x\n'.repeat(250)}`, { type: 'ticket' });
      assert.deepEqual([result.errors.length, result.errorCount, result.refused], [100, 250, 250]);
    });

    it('stores nothing if one line is wrong and all lines are required', async () => {
      const problem = await problemOf(run('title,estimate\na,1\nb,x\nc,y\n', { type: 'ticket', allOrNothing: true }));
      assert.equal(problem.code, 'invalid_import');
      assert.deepEqual(
        problem.errors.map(({ line }) => line),
        [3, 4],
      );
      assert.equal(problem.members.errorCount, 2);
      assert.deepEqual(await leftovers(), nothing);
    });

    it('is refused if every line is wrong', async () => {
      const problem = await problemOf(run('title,estimate\na,x\n', { type: 'ticket' }));
      assert.deepEqual(
        problem.errors.map(({ code }) => code),
        ['not_a_number'],
      );
    });
  });

  describe('with relations', () => {
    beforeEach(async () => {
      await run('carrier,name\nUA,United\nAA,American\nXX,First\nXX,Second\n', { type: 'airline' });
      await reopen();
    });

    const idOf = async (carrier: string) => {
      const { records } = await listRecords(store, branch, 'airline', { limit: 10, match: { carrier } });
      return records[0]!.id;
    };
    const relation = { column: 'carrier', targetType: 'airline', targetKey: 'carrier' };

    it('turns a column into a relation, or keeps it and adds a field', async () => {
      await run('number,carrier\n1,UA\n2,AA\n3,\n', { type: 'flight', relations: [relation] });
      assert.deepEqual(await fieldsOf('flight'), [
        { number: 1, carrier: await idOf('UA') },
        { number: 2, carrier: await idOf('AA') },
        { number: 3 },
      ]);
      const relations = [{ ...relation, field: 'operated_by' }];
      const { type } = await run('number,carrier\n1,UA\n', { type: 'trip', relations });
      assert.deepEqual(
        type.fields.map(({ name, label, kind, target }) => [name, label, kind, target]),
        [
          ['number', 'number', 'number', undefined],
          ['carrier', 'carrier', 'text', undefined],
          ['operated_by', 'Operated by', 'relation', 'airline'],
        ],
      );
      assert.deepEqual(await fieldsOf('trip'), [{ number: 1, carrier: 'UA', operated_by: await idOf('UA') }]);
    });

    it('leaves a relation empty if no record matches, counts it and reports the line', async () => {
      const result = await run('number,carrier\n1,ZZ\n2,UA\n3,ZZ\n', { type: 'flight', relations: [relation] });
      assert.deepEqual([result.imported, result.warningCount], [3, 2]);
      assert.deepEqual(
        result.warnings.map(({ line, column, code }) => [line, column, code]),
        [
          [2, 'carrier', 'target_missing'],
          [4, 'carrier', 'target_missing'],
        ],
      );
      assert.equal(result.warnings[0]!.detail, '"carrier" has "ZZ", but no record of "airline" has that carrier.');
      assert.deepEqual((await fieldsOf('flight'))[0], { number: 1 });
    });

    it('refuses lines without a matching record on request', async () => {
      const options = { type: 'flight', relations: [relation], missing: 'refuse' } as const;
      const result = await run('number,carrier\n1,ZZ\n2,UA\n', options);
      assert.deepEqual([result.imported, result.refused, result.warningCount], [1, 1, 0]);
      assert.deepEqual(
        result.errors.map(({ line, code }) => [line, code]),
        [[2, 'target_missing']],
      );
    });

    it('refuses a line whose key matches several records', async () => {
      const result = await run('number,carrier\n1,XX\n2,UA\n', { type: 'flight', relations: [relation] });
      assert.deepEqual(
        result.errors.map(({ line, code }) => [line, code]),
        [[2, 'ambiguous_key']],
      );
    });

    it('finds records by number, day and id, also several in one cell', async () => {
      await run('code,day\n1,2026-03-01\n2.50,2026-03-02\n', { type: 'slot' });
      await reopen();
      const slots = (await listRecords(store, branch, 'slot', { limit: 10 })).records;
      const relations = [
        { column: 'by code', field: 'byCode', targetType: 'slot', targetKey: 'code' },
        { column: 'by day', field: 'byDay', targetType: 'slot', targetKey: 'day' },
        { column: 'by id', field: 'byId', targetType: 'slot', targetKey: 'id' },
      ];
      await run(`by code,by day,by id\n2.5,2026-03-01,${slots[1]!.id}\n`, { type: 'visit', relations });
      assert.partialDeepStrictEqual((await fieldsOf('visit'))[0], {
        byCode: slots[1]!.id,
        byDay: slots[0]!.id,
        byId: slots[1]!.id,
      });
      const tickets = await Promise.all(
        ['a', 'b'].map((title) => createRecord(store, branch, 'ticket', { title }, 'ana')),
      );
      const ids = tickets.map(({ id }) => id);
      await run(`title,related\nc,${ids.join(';')}\n`, { type: 'ticket' });
      assert.deepEqual((await fieldsOf('ticket'))[2], { title: 'c', related: ids });
    });

    it('lists every invalid relation', async () => {
      const problem = await problemOf(
        run('number,carrier\n1,UA\n', {
          type: 'flight',
          relations: [
            { column: 'carier', targetType: 'airline', targetKey: 'carrier' },
            { column: 'carrier', targetType: 'arline', targetKey: 'carrier' },
            { column: 'carrier', targetType: 'airline', targetKey: 'code' },
          ],
        }),
      );
      assert.deepEqual(
        problem.errors.map(({ code, suggestion }) => [code, suggestion]),
        [
          ['unknown_column', 'carrier'],
          ['unknown_type', 'airline'],
          ['unknown_key', undefined],
        ],
      );
      const wrong = { ...relation, field: 'not a name' };
      await assert.rejects(run('a,carrier\n1,UA\n', { type: 'flight', relations: [wrong] }), refusal('invalid_import'));
      const twice = { ...relation, field: 'number' };
      await assert.rejects(
        run('number,carrier\n1,UA\n', { type: 'trip', relations: [twice, twice] }),
        refusal('invalid_import'),
      );
      const noRelation = { ...relation, column: 'title' };
      await assert.rejects(run('title\nUA\n', { type: 'ticket', relations: [noRelation] }), refusal('invalid_import'));
    });
  });

  describe('of a file with NA, NULL or the like', () => {
    const countries = 'code,population,since\nNA,2500000,1990-03-21\nDE,83000000,NULL\nFR,NA,NULL\n';

    it('treats them as no value in columns of numbers, dates and yes or no, and keeps them in text', async () => {
      const result = await run(countries, { type: 'country' });
      assert.deepEqual(await fieldsOf('country'), [
        { code: 'NA', population: 2_500_000, since: '1990-03-21' },
        { code: 'DE', population: 83_000_000 },
        { code: 'FR' },
      ]);
      assert.deepEqual(result.emptyMarkers, ['NA', 'NULL']);
      assert.deepEqual(result.emptied, [
        { column: 'population', field: 'population', text: 'NA', cells: 1 },
        { column: 'since', field: 'since', text: 'NULL', cells: 2 },
      ]);
      assert.deepEqual(result.kept, [{ column: 'code', field: 'code', text: 'NA', cells: 1 }]);
    });

    it('treats them as no value in fields of an existing type, and keeps them in choices and text', async () => {
      const options = ['NA', 'EU'].map((value) => ({ value, label: value }));
      const fields = [
        { name: 'name', label: 'Name', kind: 'text' },
        { name: 'region', label: 'Region', kind: 'choice', options },
        { name: 'size', label: 'Size', kind: 'number' },
        { name: 'isOpen', label: 'Is open', kind: 'yesNo' },
        { name: 'tags', label: 'Tags', kind: 'choice', many: true, options: [...options, { value: 'x', label: 'X' }] },
      ] satisfies Field[];
      const shop = { name: 'shop', label: 'Shop', plural: 'Shops', labelField: 'name', fields };
      await defineType(store, branch, shop, 'ana');
      await reopen();
      const text = 'name,region,size,isOpen,tags\nNA,NA,NA,NA,NA;x\nb,EU,large,yes,x\nc,EU,NA,no,x\n';
      const result = await run(text, { type: 'shop' });
      assert.deepEqual(
        result.errors.map(({ line, column, code }) => [line, column, code]),
        [[3, 'size', 'not_a_number']],
      );
      assert.deepEqual(await fieldsOf('shop'), [
        { name: 'NA', region: 'NA', tags: ['NA', 'x'] },
        { name: 'c', region: 'EU', isOpen: false, tags: ['x'] },
      ]);
    });

    it('looks them up in relations, and treats them as no value if no record matches', async () => {
      await run(countries, { type: 'country' });
      await reopen();
      const codes = { column: 'code', field: 'country', targetType: 'country', targetKey: 'code' };
      const visits = 'code,days,place\nNA,NA,NULL\nZZ,1,NULL\n,NULL,NULL\n';
      const places = { column: 'place', targetType: 'country', targetKey: 'code' };
      const result = await run(visits, { type: 'visit', relations: [codes, places] });
      const namibia = (await listRecords(store, branch, 'country', { limit: 1, match: { code: 'NA' } })).records[0]!;
      assert.deepEqual(await fieldsOf('visit'), [{ code: 'NA', country: namibia.id }, { code: 'ZZ', days: 1 }, {}]);
      assert.deepEqual(
        result.warnings.map(({ line, column }) => [line, column]),
        [[3, 'code']],
      );
      assert.deepEqual(result.emptied, [
        { column: 'days', field: 'days', text: 'NA', cells: 1 },
        { column: 'days', field: 'days', text: 'NULL', cells: 1 },
        { column: 'place', field: 'place', text: 'NULL', cells: 3 },
      ]);
      assert.deepEqual(result.kept, [{ column: 'code', field: 'code', text: 'NA', cells: 1 }]);
      const refusing = { type: 'trip', relations: [places], missing: 'refuse' } as const;
      assert.deepEqual((await run('place,days\nNULL,NULL\nDE,2\n', refusing)).errors, []);
      const asText = await run('place,days\nNULL,1\n', { type: 'walk', relations: [places] });
      assert.equal(asText.warningCount, 1, 'no column of numbers contains it');
    });

    it('treats texts declared as empty as no value in every column', async () => {
      await run(countries, { type: 'country' });
      await reopen();
      const relations = [{ column: 'code', field: 'country', targetType: 'country', targetKey: 'code' }];
      const text = 'code,days,note\n NA ,NA,none\nDE,-,NULL\nFR,2, none\n';
      const result = await run(text, { type: 'visit', relations, emptyTexts: ['NA', ' - ', 'none'] });
      assert.deepEqual(
        (await fieldsOf('visit')).map(({ code, days, note, country }) => [code, days, note, country !== undefined]),
        [
          [undefined, undefined, undefined, false],
          ['DE', undefined, 'NULL', true],
          ['FR', 2, undefined, true],
        ],
      );
      assert.deepEqual([result.emptyMarkers, result.kept], [['NA', '-', 'none'], []]);
      assert.deepEqual(
        result.emptied.map(({ field, text: marker, cells }) => [field, marker, cells]),
        [
          ['code', 'NA', 1],
          ['country', 'NA', 1],
          ['days', 'NA', 1],
          ['days', '-', 1],
          ['note', 'none', 2],
        ],
      );
    });
  });

  it('as a dry run reports what would happen and stores nothing', async () => {
    const result = await run('name,size\na,1\nb,2\n', { type: 'part', dryRun: true });
    assert.deepEqual([result.dryRun, result.created, result.imported, result.change], [true, false, 2, null]);
    assert.equal(result.isNewType, true);
    assert.deepEqual(result.columns, [
      { column: 'name', field: 'name', kind: 'text', reason: 'Line 2 has "a".', samples: ['a', 'b'] },
      { column: 'size', field: 'size', kind: 'number', reason: 'All 2 values are numbers.', samples: ['1', '2'] },
    ]);
    assert.deepEqual(await leftovers(), nothing);
    assert.equal((await reopen()).types.length, 5);
  });

  it('leaves nothing if the file has no rows or cannot be read', async () => {
    for (const [text, code] of [
      ['', 'empty_file'],
      ['a,b\n', 'no_rows'],
      ['a,a\n1,2\n', 'duplicate_header'],
      ['a,b\n1,"2\n', 'broken_quotes'],
    ] as const) {
      const problem = await problemOf(run(text, { type: 'part' }));
      assert.deepEqual([problem.code, problem.errors[0]!.code], ['invalid_import', code]);
    }
    const failing = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('a\n1\n');
          throw new Error('the disk is gone');
        })(),
      );
    await assert.rejects(run('', { type: 'part', open: failing }), /the disk is gone/);
    assert.deepEqual(await leftovers(), nothing);
  });

  it('is refused if the file changes between its two readings', async () => {
    const texts = ['a\n1\n2\n', 'a\n1\n3\n'];
    const problem = await problemOf(
      run('', { type: 'part', open: () => Readable.from([Buffer.from(texts.shift()!)]) }),
    );
    assert.equal(problem.errors[0]!.code, 'file_changed');
    assert.deepEqual(await leftovers(), nothing);
  });

  it('stops when aborted and leaves nothing', async () => {
    const leaving = new AbortController();
    let readings = 0;
    const open = () => Readable.from(linesThatLeave(++readings === 2 ? leaving : undefined));
    await assert.rejects(run('', { type: 'part', open, signal: leaving.signal }), /^Error: gone$/);
    assert.equal(readings, 2);
    assert.deepEqual(await leftovers(), nothing);
  });

  it('reports its progress at most five times a second', async () => {
    const seen: ImportProgress[] = [];
    const text = `a,b\n${'1,2\n'.repeat(60_000)}`;
    const began = performance.now();
    await run(text, { type: 'part', sizeBytes: text.length, onProgress: (progress) => seen.push(progress) });
    assert.ok(seen.length >= 1 && seen.length <= 1 + (performance.now() - began) / 200, `${seen.length} reports`);
    assert.ok(seen.every(({ percent }) => percent !== null && percent >= 0 && percent <= 100));
    assert.deepEqual(
      seen.map(({ percent }) => percent),
      seen.map(({ percent }) => percent!).sort((a, b) => a - b),
    );
  });

  it('stores the same records for few and for many rows', async () => {
    const text = (rows: number) => `title,estimate\n${Array.from({ length: rows }, (_, n) => `t${n},${n}\n`).join('')}`;
    for (const rows of [5_000, 5_001]) {
      const own = await workBranch(store);
      await createRecord(store, own, 'ticket', { title: 'first' }, 'ana');
      await importCsv(store, own, { type: 'ticket', open: () => Readable.from([Buffer.from(text(rows))]), by: 'ana' });
      const { collection, approximateCount } = (await collectionFacts(store, own)).ticket!;
      const records = store.workspaceDb(own.workspaceId).collection(collection!);
      assert.deepEqual([approximateCount, await records.countDocuments()], [rows + 1, rows + 1]);
      const [sum] = await records.aggregate([{ $group: { _id: null, sum: { $sum: '$estimate' } } }]).toArray();
      assert.equal(sum!.sum, (rows * (rows - 1)) / 2);
      assert.equal((await readWriteCounter(store, own, 'ticket')).value, 2);
    }
  });

  describe('with corrections of the proposed fields', () => {
    const text = 'no,name,phone\n1,A,1\n2,B,2\n';

    it('renames fields, changes their kind and leaves columns out, for a new type', async () => {
      const fields = [
        { column: 'no', field: 'number', kind: 'text' as const },
        { column: 'phone', field: null },
      ];
      const { columns } = await run(text, { type: 'thing', fields });
      assert.deepEqual(
        columns.map(({ column, field, kind }) => [column, field, kind]),
        [
          ['no', 'number', 'text'],
          ['name', 'name', 'text'],
        ],
      );
      assert.deepEqual(await fieldsOf('thing'), [
        { number: '1', name: 'A' },
        { number: '2', name: 'B' },
      ]);
      const more = [
        { column: 'no', field: 'name' },
        { column: 'name', field: 'number' },
        { column: 'phone', field: null },
      ];
      await run(text, { type: 'thing', fields: more });
      assert.deepEqual((await fieldsOf('thing')).at(-1), { name: '2', number: 'B' }, 'and for an existing one');
    });

    it('refuses lines that do not have the chosen kind, and columns that the file does not have', async () => {
      const fields = [{ column: 'name', kind: 'number' as const }];
      const wrong = await run('no,name\n1,A\n2,3\n', { type: 'thing', fields });
      assert.deepEqual([wrong.imported, wrong.refused], [1, 1]);
      const unknown = run(text, { type: 'other', fields: [{ column: 'phon', field: null }] });
      await assert.rejects(unknown, /did you mean "phone"/);
    });
  });

  describe('with a key', () => {
    const book = 'isbn,name,pages\nA1,A,10\nB2,B,20\nC3,C,30\n';
    const type = 'book';
    const by = { type, key: 'isbn' };
    const pagesOf = async () => Object.fromEntries((await fieldsOf(type)).map(({ name, pages }) => [name, pages]));

    it('updates the records that rows name, adds the others, and leaves equal ones alone', async () => {
      await run(book, by);
      await reopen();
      const again = await run(book, by);
      assert.deepEqual([again.imported, again.updated, again.unchanged, again.change], [0, 0, 3, null]);
      assert.equal(again.importedBefore, null, 'nothing exists twice');
      const text = 'isbn,name,pages\nB2,B,21\nC3,C,\nD4,D,40\n';
      const plan = await run(text, { ...by, dryRun: true });
      assert.deepEqual([plan.imported, plan.updated, plan.unchanged], [1, 2, 0]);
      assert.deepEqual(await pagesOf(), { A: 10, B: 20, C: 30 }, 'a plan changes nothing');
      const done = await run(text, by);
      assert.deepEqual([done.imported, done.updated, done.unchanged, done.refused], [1, 2, 0, 0]);
      assert.deepEqual(await pagesOf(), { A: 10, B: 21, C: undefined, D: 40 });
      const entries = await readChanges(store, branch, { type, limit: 100 });
      assert.deepEqual(
        entries.map(({ kind }) => kind),
        ['import', 'import', 'update', 'update'],
      );
      const [, , update] = entries as RecordChange[];
      assert.deepEqual([update!.before!.fields.pages, update!.after!.fields.pages], [20, 21]);
      assert.equal(update!.after!.revision, 2);
      const { value } = await readWriteCounter(store, branch, type);
      assert.equal(value, 4, 'the counter knows each change');
    });

    it('leaves fields alone that the file has no column for', async () => {
      await run(book, by);
      await reopen();
      await run('isbn,pages\nA1,11\n', by);
      assert.deepEqual(await pagesOf(), { A: 11, B: 20, C: 30 });
    });

    it('refuses rows without a key, with the key of an earlier row, or that could mean several records', async () => {
      await run(book + 'C3,C2,31\n', { type });
      await reopen();
      const result = await run('isbn,name,pages\n,X,1\nA1,A,12\nA1,A,13\nC3,C,33\n', by);
      assert.deepEqual(
        result.errors.map(({ line, code }) => [line, code]),
        [
          [2, 'key_missing'],
          [4, 'key_repeated'],
          [5, 'key_ambiguous'],
        ],
      );
      assert.deepEqual([result.updated, result.refused], [1, 3]);
      const whole = run('isbn,name,pages\nA1,A,14\nC3,C,33\n', { ...by, allOrNothing: true });
      await assert.rejects(whole, refusal('invalid_import'));
      assert.equal((await pagesOf())['A'], 12, 'nothing of it was saved');
      await assert.rejects(run(book, { type, key: 'isbm' }), /did you mean "isbn"/);
    });

    it('never adds a record twice, though the same file is imported twice at once', async () => {
      await run('isbn,name,pages\nZ0,Z,1\n', by);
      await reopen();
      const rows = Array.from({ length: 300 }, (_, at) => `K${at + 1},N${at},${at}`).join('\n');
      const both = await Promise.all([1, 2].map(() => run(`isbn,name,pages\n${rows}\n`, by)));
      assert.deepEqual(
        both.map(({ imported }) => imported).sort((a, b) => a - b),
        [0, 300],
      );
      assert.equal((await fieldsOf(type)).length, 301);
    });

    it('changes more than ten thousand records in parts', async () => {
      const file = (pages: number) =>
        ['isbn,name,pages', ...Array.from({ length: 10_500 }, (_, at) => `K${at},N,${pages}`)].join('\n');
      await run(file(1), { type });
      await reopen();
      const { updated } = await run(file(2), by);
      assert.equal(updated, 10_500);
      const numbers = (await readChanges(store, branch, { type, limit: 20_000 })).map(({ number }) => number);
      assert.equal(new Set(numbers).size, 10_501);
    });
  });
});

/** 50,000 lines in chunks; the import is aborted halfway. */
function* linesThatLeave(leaving: AbortController | undefined): Generator<Buffer> {
  yield Buffer.from('a\n');
  for (let piece = 0; piece < 50; piece++) {
    if (piece === 25) leaving?.abort(new Error('gone'));
    yield Buffer.from('1\n'.repeat(1_000));
  }
}
