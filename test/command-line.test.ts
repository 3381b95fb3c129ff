import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPracticeService, type PracticeService } from '@tallyhook/practice';
import { clone, startProduct, waitFor, type Product } from './product.ts';

interface Document {
  code: string;
  status: number;
  title: string;
  detail: string;
  errors?: { pointer?: string; line?: number; code: string; detail: string }[];
}

/** What `dev` prints about a build; half-written code installs nothing. */
interface DevLine {
  installed?: { version: string };
}

describe('the tallyhook command line', function () {
  this.timeout(300_000);
  const token = `ghp_${randomBytes(18).toString('hex')}`;
  let practice: PracticeService;
  let product: Product;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallyhook-files-'));
    practice = await createPracticeService({ service: 'github', port: 0, token });
    product = await startProduct({ TALLYHOOK_DEMO: '0', TALLYHOOK_ROUTES: `https://api.github.com=${practice.url}` });
  });
  after(async () => {
    await product?.remove();
    await practice?.close();
    await rm(folder, { recursive: true });
  });

  async function write(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Runs a verb that must be refused; returns its problem document. */
  async function refused(args: readonly string[], options?: Parameters<Product['tallyhook']>[1]): Promise<Document> {
    const { code, stdout } = await product.tallyhook([...args, '--json'], options);
    assert.equal(code, 1, stdout);
    return JSON.parse(stdout) as Document;
  }

  describe('login', () => {
    it('refuses a wrong password without repeating it', async () => {
      const { code, stdout, stderr } = await product.tallyhook(
        ['login', '--url', product.url, '--email', product.owner.email],
        {
          input: 'no such password\n',
        },
      );
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /^Wrong email or password: /);
      assert.doesNotMatch(stderr, /no such password/);
    });

    it('saves a session that only its owner can read', async () => {
      const { person } = await product.json<{ person: { email: string } }>(
        ['login', '--url', product.url, '--email', product.owner.email],
        { input: `${product.owner.password}\n` },
      );
      assert.equal(person.email, product.owner.email);
      const path = join(product.home, '..', 'config', 'tallyhook', 'session.json');
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.doesNotMatch(await readFile(path, 'utf8'), /a long password for tests/);
    });
  });

  describe('workspaces and branches', () => {
    it('creates a workspace owned by its creator', async () => {
      const { id } = await product.json<{ id: string }>(['workspaces', 'create', 'Second', '--week-start', 'saturday']);
      const { stdout } = await product.tallyhook(['workspaces', 'list']);
      assert.match(stdout, new RegExp(`^${id} +Second +owner +UTC +saturday +main$`, 'm'));
    });

    it('changes the time zone and week start of a workspace', async () => {
      const change = (...args: string[]) => ['workspaces', 'change', 'Second', ...args];
      assert.equal((await product.tallyhook(change())).code, 2);
      const { detail } = await refused(change('--timezone', 'Europe/Berln'));
      assert.match(detail, /did you mean "Europe\/Berlin"/);
      const { stdout } = await product.tallyhook(change('--timezone', 'Europe/Berlin', '--week-start', 'sunday'));
      assert.match(stdout, / Second {2}Europe\/Berlin, weeks begin on sunday$/m);
      const listed = await product.json<{ name: string; timezone: string }[]>(['workspaces', 'list']);
      const second = listed.find(({ name }) => name === 'Second');
      assert.partialDeepStrictEqual(second, { name: 'Second', timezone: 'Europe/Berlin', weekStart: 'sunday' });
    });

    it('requires a workspace if there are several and none is chosen', async () => {
      assert.match((await refused(['records', 'list', 'ticket'])).detail, /2 workspaces/);
      await product.json(['workspaces', 'use', 'Second']);
      assert.deepEqual((await product.json<{ records: unknown[] }>(['records', 'list', 'ticket'])).records, []);
      assert.match((await refused(['workspaces', 'use', 'Third'])).detail, /You don't belong to a workspace "Third"/);
    });

    it('creates, lists and deletes a branch', async () => {
      await product.json(['branches', 'create', 'draft']);
      assert.match((await product.tallyhook(['branches', 'list'])).stdout, / draft$/m);
      await product.json(['branches', 'delete', 'draft']);
      assert.equal((await refused(['records', 'list', 'ticket', '--branch', 'draft'])).status, 404);
    });
  });

  describe('keys', () => {
    it('prints a key once, and accepts it instead of a login until it is revoked', async () => {
      const { code, stdout, stderr } = await product.tallyhook([
        'keys',
        'create',
        '--name',
        'reports',
        '--branch',
        'main',
        '--access',
        'read',
      ]);
      assert.equal(code, 0);
      assert.match(stderr, /shown only once/);
      const key = stdout.trim();
      const environment = { TALLYHOOK_KEY: key, TALLYHOOK_URL: product.url, XDG_CONFIG_HOME: folder };
      const { records } = await product.json<{ records: unknown[] }>(['records', 'list', 'ticket'], { environment });
      assert.deepEqual(records, []);

      const { stdout: list } = await product.tallyhook(['keys', 'list', '--json']);
      assert.ok(!list.includes(key), 'the list does not hold the key');
      const found = (JSON.parse(list) as { id: string; name: string }[]).find(({ name }) => name === 'reports');
      await product.json(['keys', 'revoke', found!.id]);
      assert.equal((await refused(['records', 'list', 'ticket'], { environment })).status, 401);
    });

    it('refuses to write with a read key', async () => {
      const { key } = await product.json<{ key: string }>(['keys', 'create', '--name', 'reader', '--access', 'read']);
      const file = await write('refused.csv', 'a\n1\n');
      const environment = { TALLYHOOK_KEY: key, TALLYHOOK_URL: product.url };
      assert.equal((await refused(['import', file, '--type', 'refused'], { environment })).code, 'forbidden');
    });
  });

  describe('import', () => {
    const makers = 'code,name,founded\nA,Airbus,1970\nB,Boeing,1916\n';
    const planes =
      'tail,maker,seats,first_flight\nN1,A,180,2001-05-06\nN2,B,,2003-01-02\nN3,X,"1,5",2003-01-03\nN4,A,90,yesterday\n';

    it('proposes the fields of a new type from the data', async () => {
      const file = await write('makers.csv', makers);
      const result = await product.json<{
        imported: number;
        type: { name: string; fields: { name: string; kind: string }[] };
      }>(['import', file, '--type', 'maker']);
      assert.equal(result.imported, 2);
      assert.deepEqual(
        result.type.fields.map(({ name, kind }) => [name, kind]),
        [
          ['code', 'text'],
          ['name', 'text'],
          ['founded', 'number'],
        ],
      );
    });

    it('reads texts named by --empty as no value, and names the columns that have such a text', async () => {
      const file = await write('countries.csv', 'code,population\nNA,2500000\nDE,83000000\nFR,NA\n');
      const kept = await product.tallyhook(['import', file, '--type', 'country', '--dry-run']);
      assert.match(kept.stdout, /^Read as no value: NA in population$/m);
      assert.match(kept.stdout, /^"code" has the text NA once: use --empty NA to read it as no value$/m);
      const taken = await product.tallyhook(['import', file, '--type', 'country', '--empty', 'NA', '--empty', 'FR']);
      assert.match(taken.stdout, /^Read as no value: NA in code, population; FR in code$/m);
      assert.doesNotMatch(taken.stdout, /has the text/);
    });

    it('reads NDJSON and JSON by the ending of the name', async () => {
      const lines = await write('towns.ndjson', '{"code":"A","size":1}\n{"size":"x","code":"B"}\n');
      const { stdout } = await product.tallyhook(['import', lines, '--type', 'town', '--dry-run', '--field', 'code=']);
      assert.match(stdout, /^ {2}"size" → size \(text\): Line 2 has "x", which is a different kind of value/m);
      assert.match(stdout, /^ {2}"code" is left out\.$/m);
      const list = await write('towns.json', '[{"code":"A","size":1},{"code":"B","size":[2]}]');
      const options = ['import', list, '--type', 'town', '--field', 'size=size:number'];
      const refused = await product.tallyhook(options);
      assert.equal(refused.code, 1);
      assert.match(refused.stdout, /^ {2}record 2 {2}wrong_kind {2}"size" must be a single text/m);
    });

    it('shows on a dry run what each column would become and why, and names --encoding', async () => {
      const text = 'name,pay,code,since\nAna,1.50,007,31/12/2025\nBen,2,008,13/13/2025\n';
      const file = await write('people.csv', text);
      const options = ['--type', 'staff', '--field', 'pay=salary', '--field', 'name=', '--dates', 'dmy', '--dry-run'];
      const { stdout } = await product.tallyhook(['import', file, ...options]);
      assert.deepEqual(stdout.trim().split('\n').slice(1), [
        '0 records would be updated, 0 unchanged.',
        'The type staff would be created:',
        '  "pay" → salary (number): All 2 values are numbers; their decimals have the same length, so "1.50" is kept as 1.5.',
        '  "code" → code (text): Line 2 has "007": a code, not a number.',
        '  "since" → since (text): Line 3 has "13/13/2025", which is not a date in the order dmy.',
        '  "name" is left out.',
      ]);
      const latin1 = join(folder, 'latin1.csv');
      await writeFile(latin1, Buffer.from('name\nM\xfcller\n', 'latin1'));
      const { code, stderr } = await product.tallyhook(['import', latin1, '--type', 'staff', '--dry-run']);
      assert.equal(code, 1);
      assert.match(stderr, /name its encoding, such as windows-1252, .* Use --encoding to name it\.$/m);
    });

    it('imports nothing on a dry run', async () => {
      const file = await write('makers.csv', makers);
      await product.json(['import', file, '--type', 'dry', '--dry-run']);
      assert.equal((await refused(['records', 'list', 'dry'])).status, 404);
    });

    it('finds related records by a key, keeps the column for a named field, and reports errors by line', async () => {
      const good = await write('planes.csv', planes.split('\n').slice(0, 3).join('\n'));
      await product.json(['import', good, '--type', 'craft', '--relation', 'built_by:maker=maker.code']);
      const bad = await write('more-planes.csv', planes);
      const { code, stdout, stderr } = await product.tallyhook([
        'import',
        bad,
        '--type',
        'craft',
        '--relation',
        'built_by:maker=maker.code',
        '--missing',
        'refuse',
      ]);
      assert.equal(code, 1, stderr);
      assert.match(stdout, /^2 rows imported, 2 refused, in /m);
      assert.match(stdout, /^ {2}line 4 {2}/m);
      assert.match(stdout, /^ {2}line 5 {2}/m);
      const { records } = await product.json<{ records: { fields: Record<string, unknown> }[] }>([
        'records',
        'list',
        'craft',
      ]);
      assert.equal(records.length, 4);
      assert.equal(records[0]?.fields.maker, 'A');
      assert.match(String(records[0]?.fields.built_by), /^[0-9a-f]{24}$/);
    });

    it('imports nothing with --all-or-nothing if one row is refused', async () => {
      const bad = await write('all-planes.csv', planes);
      const document = await refused([
        'import',
        bad,
        '--type',
        'craft',
        '--relation',
        'built_by:maker=maker.code',
        '--missing',
        'refuse',
        '--all-or-nothing',
      ]);
      assert.equal(document.code, 'invalid_import');
      assert.deepEqual(
        document.errors?.map(({ line }) => line).filter((line, index, all) => all.indexOf(line) === index),
        [4, 5],
      );
      const { records } = await product.json<{ records: unknown[] }>(['records', 'list', 'craft']);
      assert.equal(records.length, 4);
    });

    it('refuses a relation to a type or field that does not exist', async () => {
      const file = await write('makers.csv', makers);
      for (const relation of ['name=nothing.code', 'name=maker.nothing', 'nothing=maker.code', 'name']) {
        assert.ok(
          [400, 404, 422].includes((await refused(['import', file, '--type', 'maker', '--relation', relation])).status),
          relation,
        );
      }
    });
  });

  describe('records', () => {
    const text = async (...args: string[]) => {
      const { code, stdout, stderr } = await product.tallyhook(['records', ...args]);
      assert.equal(code, 0, stderr);
      return stdout.trimEnd();
    };

    it('proposes the format of money and percent, which can be changed afterwards', async () => {
      const file = await write('prices.csv', 'item,price,tax\nRye,"$1,234.50",12%\nOat,$7.00,7.5%\n');
      await product.json(['import', file, '--type', 'price', '--decimals', 'point']);
      const formats = async () =>
        (await text('types'))
          .split('\n')
          .flatMap((line) => /^price +(price|tax) .*number +(.*?) +workspace$/.exec(line)?.[2] ?? []);
      assert.deepEqual(await formats(), ['in USD', 'as percent, with 1 decimal']);
      const euro = ['--currency', 'EUR', '--decimals', '1', '--no-thousands', '--label', 'Retail price'];
      assert.equal(
        await text('format', 'price', 'price', ...euro),
        'price (Retail price), shown in EUR, with 1 decimal, without thousands',
      );
      assert.equal(await text('format', 'price', 'tax', '--plain'), 'tax (tax), shown as it is');
      assert.equal(await text('format', 'price', 'item', '--label', 'Item'), 'item (Item)');
    });

    it('says which format is possible', async () => {
      const { code, errors } = await refused(['records', 'format', 'price', 'item', '--percent']);
      assert.deepEqual([code, errors?.map(({ pointer }) => pointer)], ['invalid_input', ['#/fields/item/format']]);
      for (const wrong of [[], ['--decimals', '1.5'], ['--percent', '--currency', 'EUR'], ['--plain', '--percent']])
        assert.equal(
          (await product.tallyhook(['records', 'format', 'price', 'price', ...wrong])).code,
          2,
          wrong.join(' '),
        );
    });
  });

  describe('ask', () => {
    it('answers a question from standard input', async () => {
      const { overall } = await product.json<{ overall: { count: number } }>(['ask', '-'], {
        input: '{"type":"maker","measures":[{"fn":"count"}]}',
      });
      assert.equal(overall.count, 2);
    });

    it('prints every mistake of a question with its place', async () => {
      const { code, stderr } = await product.tallyhook([
        'ask',
        '{"type":"maker","groupBy":[{"field":"foundet"}],"measures":[{"fn":"mean"}]}',
      ]);
      assert.equal(code, 1);
      assert.match(stderr, /^The question cannot be run: /);
      assert.match(stderr, /#\/groupBy\/0\/field[^]*did you mean "founded"\?/);
      assert.match(stderr, /#\/measures\/0/);
    });
  });

  describe('files', () => {
    it('downloads the same bytes that it stored', async () => {
      const bytes = randomBytes(3_000_001);
      const path = await write('noise.bin', bytes);
      const row = await product.json<{ id: string; sizeBytes: number; sha256: string; contentType: string }>([
        'files',
        'put',
        path,
      ]);
      assert.equal(row.sizeBytes, bytes.length);
      assert.equal(row.sha256, createHash('sha256').update(bytes).digest('hex'));
      const back = join(folder, 'back.bin');
      await product.json(['files', 'get', row.id, '-o', back]);
      assert.ok(bytes.equals(await readFile(back)));
    });

    it('leaves no file behind if the requested one does not exist', async () => {
      const back = join(folder, 'nothing.bin');
      assert.equal((await refused(['files', 'get', '65f000000000000000000001', '-o', back])).status, 404);
      await assert.rejects(stat(back), { code: 'ENOENT' });
    });
  });

  describe('connectors, accounts and workflows', () => {
    it('installs each build of a connector in development within a second of saving', async () => {
      const source = join(folder, 'github-dev');
      await cp(join(clone, 'packages/connectors/github'), source, { recursive: true });
      const dev = spawn(process.execPath, [join(clone, 'packages/cli/bin/tallyhook.mjs'), 'dev', source, '--json'], {
        env: product.commandEnvironment(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const lines = createInterface({ input: dev.stdout })[Symbol.asyncIterator]();
        const next = async (): Promise<string> => {
          const { installed } = JSON.parse((await lines.next()).value as string) as DevLine;
          return installed?.version ?? next();
        };
        const versions = [await next()];
        assert.match(versions[0]!, /-dev\.[0-9a-f]{12}$/);
        const path = join(source, 'connector.json');
        const text = await readFile(path, 'utf8');
        const times: number[] = [];
        // Take the fastest of several runs, so that other load on the machine does not matter.
        while (times.length < 20 && !times.some((tookMs) => tookMs < 1_000)) {
          await writeFile(path, text.replace('"name": "GitHub"', `"name": "GitHub, mine ${times.length}"`));
          const savedAt = performance.now();
          versions.push(await next());
          times.push(performance.now() - savedAt);
        }
        assert.equal(new Set(versions).size, versions.length);
        assert.ok(Math.min(...times) < 1_000, `they took ${times.map(Math.round).join(', ')} ms`);
        const { stdout } = await product.tallyhook(['connectors', 'list']);
        assert.ok(stdout.includes(`${versions.at(-1)} (development build)`), stdout);
      } finally {
        dev.kill('SIGTERM');
        await once(dev, 'exit');
      }
    });

    it('installs a connector from the marketplace', async () => {
      await product.json(['connectors', 'install', 'github']);
      const { stdout } = await product.tallyhook(['connectors', 'list']);
      assert.match(stdout, /^github +GitHub +(\S+) +\1$/m);
    });

    it('releases a connector from its folder, each version once', async () => {
      const connector = join(folder, 'practice');
      await cp(join(clone, 'packages/connectors/github'), connector, { recursive: true });
      const id = `practice-${randomBytes(4).toString('hex')}`;
      const change = async (from: string, to: string): Promise<void> => {
        const path = join(connector, 'connector.json');
        const text = await readFile(path, 'utf8');
        assert.ok(text.includes(from), text);
        await writeFile(path, text.replace(from, to));
      };
      await change('"id": "github"', `"id": "${id}"`);
      const dry = await product.tallyhook(['release', connector, '--dry-run']);
      assert.match(dry.stdout, /would be released as the first version; nothing was released \(\d+ fixtures passed, /);
      const { stdout } = await product.tallyhook(['release', connector]);
      assert.match(
        stdout,
        new RegExp(`^${id} \\d+\\.\\d+\\.\\d+ is in the marketplace \\(\\d+ fixtures passed, sha256 `),
      );
      await change('"name": "GitHub"', '"name": "Practice"');
      assert.equal((await refused(['release', connector, '--dry-run'])).code, 'already_exists');
      assert.equal((await refused(['release', connector])).code, 'already_exists');
      await product.json(['connectors', 'install', id]);
    });

    it('refuses a connector that is not in the marketplace', async () => {
      assert.equal((await refused(['connectors', 'install', 'githup'])).code, 'not_found');
    });

    it('links an account with a secret from standard input or the environment, never printing it', async () => {
      const secret = token;
      const piped = await product.tallyhook(
        [
          'accounts',
          'link',
          'github',
          '--field',
          'owner=Codertocat',
          '--field',
          'token=-',
          '--label',
          'Piped',
          '--json',
        ],
        { input: `${secret}\n` },
      );
      const variable = await product.tallyhook(
        [
          'accounts',
          'link',
          'github',
          '--field',
          'owner=Codertocat',
          '--field-from-env',
          'token=MY_TOKEN',
          '--label',
          'Variable',
        ],
        {
          environment: { MY_TOKEN: secret },
        },
      );
      const list = await product.tallyhook(['accounts', 'list']);
      for (const { code, stdout, stderr } of [piped, variable, list]) {
        assert.equal(code, 0, stderr);
        assert.ok(!stdout.includes(secret) && !stderr.includes(secret));
      }
      assert.match(list.stdout, /Piped[^]*Variable/);
    });

    it('reconnects, checks, renames and shares an account, rotates its address and removes it', async () => {
      const fields = ['--field', 'owner=octo', '--field', 'token=-'];
      const given = { input: `${token}\n` };
      const { id, hookAddress } = await product.json<{ id: string; hookAddress: string }>(
        ['accounts', 'link', 'github', ...fields, '--label', 'For verbs'],
        given,
      );
      const again = await product.json<{ id: string }>(['accounts', 'reconnect', id, ...fields], given);
      assert.equal(again.id, id);
      const checked = await product.tallyhook(['accounts', 'check', id]);
      assert.deepEqual([checked.code, checked.stdout], [0, 'octo, id octo: works\n'], checked.stderr);
      const renamed = await product.tallyhook(['accounts', 'rename', id, '--label', 'Bot']);
      assert.equal(renamed.stdout, `${id}  Bot  only its owner can use it\n`);
      assert.match((await product.tallyhook(['accounts', 'share', id])).stdout, /Bot {2}every member can use it/);
      assert.match((await product.tallyhook(['accounts', 'share', id, '--off'])).stdout, /only its owner can use it/);
      const rotated = (await product.tallyhook(['accounts', 'rotate-address', id])).stdout.trim();
      assert.match(rotated, /\/hooks\/github\/.{30,}$/);
      assert.notEqual(rotated, hookAddress);
      assert.equal((await product.tallyhook(['accounts', 'remove', id])).stdout, `Account ${id} is removed.\n`);
      assert.equal((await refused(['accounts', 'check', id])).code, 'not_found');
    });

    it('sets the OAuth client of a connector with a secret from standard input, lists and removes it', async () => {
      const secret = 'canary-client-secret-4711';
      const set = await product.tallyhook(['clients', 'set', 'slack', '--client-id', 'an-app'], {
        input: `${secret}\n`,
      });
      assert.deepEqual([set.code, set.stdout], [0, 'The client an-app is set for slack.\n'], set.stderr);
      const listed = await product.tallyhook(['clients', 'list']);
      assert.match(listed.stdout, /^slack +an-app +set +this workspace/m);
      assert.match(listed.stderr, /^Redirect address to register at services: http.*\/oauth\/callback\n$/);
      const asJson = await product.tallyhook(['clients', 'list', '--json']);
      assert.ok(![set, listed, asJson].some(({ stdout, stderr }) => `${stdout}${stderr}`.includes(secret)));
      const without = await product.tallyhook(['clients', 'set', 'slack', '--client-id', 'an-app']);
      assert.deepEqual([without.code, /client secret is missing/.test(without.stderr)], [2, true]);
      assert.equal(
        (await product.tallyhook(['clients', 'remove', 'slack'])).stdout,
        'The client of slack is removed.\n',
      );
      assert.ok(!(await product.tallyhook(['clients', 'list'])).stdout.includes('an-app'));
    });

    it('refuses an account with a field unknown to the connector', async () => {
      assert.equal((await refused(['accounts', 'link', 'github', '--field', 'tokn=x'])).code, 'invalid_account');
    });

    it('creates a workflow, and changes and switches it when applied again under the same name', async () => {
      const workflow = {
        name: 'Count',
        trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
        steps: [
          {
            id: 'comment',
            kind: 'action',
            connector: 'github',
            action: 'comment-on-issue',
            input: { owner: 'a', repository: 'b', number: 1, body: 'c' },
          },
        ],
      };
      const file = await write('workflow.json', JSON.stringify(workflow));
      const first = await product.json<{ id: string }>(['workflows', 'apply', file]);
      const { stdout: off } = await product.tallyhook(['workflows', 'list']);
      assert.match(off, new RegExp(`^${first.id} +Count +off$`, 'm'));
      const second = await product.json<{ id: string }>(['workflows', 'apply', file, '--on']);
      assert.equal(second.id, first.id);
      const { stdout: on } = await product.tallyhook(['workflows', 'list']);
      assert.match(on, new RegExp(`^${first.id} +Count +on$`, 'm'));
      const { name } = workflow;
      const { stdout: exported } = await product.tallyhook(['workflows', 'export', name]);
      assert.deepEqual(JSON.parse(exported), workflow);
      const folder = join(file, '../exported');
      const [written] = (
        await product.json<{ file: string; name: string }[]>(['workflows', 'export', '--to', folder])
      ).filter((one) => one.name === name);
      assert.equal(await readFile(written!.file, 'utf8'), exported);
      assert.equal((await refused(['workflows', 'export', 'No such workflow'])).status, 404);
    });

    it('refuses an invalid workflow and names the place of each mistake', async () => {
      const file = await write(
        'wrong.json',
        JSON.stringify({
          name: 'Wrong',
          trigger: { kind: 'connector', connector: 'github', evnets: ['*'] },
          steps: [],
        }),
      );
      const document = await refused(['workflows', 'apply', file]);
      assert.equal(document.code, 'invalid_workflow');
      const pointers = document.errors?.map(({ pointer }) => pointer) ?? [];
      assert.ok(
        pointers.some((pointer) => pointer?.startsWith('#/trigger')) && pointers.includes('#/steps'),
        JSON.stringify(document),
      );
    });
  });

  describe('runs', () => {
    it('lists no runs if nothing ran, and refuses an unknown run', async () => {
      assert.deepEqual((await product.json<{ runs: unknown[] }>(['runs', 'list'])).runs, []);
      for (const verb of ['show', 'cancel'])
        assert.equal((await refused(['runs', verb, '65f000000000000000000001'])).status, 404);
    });
  });

  describe('workflows start', () => {
    it('starts a run with typed inputs, which runs again from the start once it has ended', async () => {
      const path = await write(
        'close.json',
        JSON.stringify({
          name: 'Close the month',
          trigger: {
            kind: 'button',
            inputs: [
              { name: 'month', label: 'Month', kind: 'day', required: true },
              { name: 'limit', label: 'Limit', kind: 'number' },
            ],
          },
          steps: [{ id: 'enough', kind: 'stop', message: '{{trigger.inputs.limit|number 1}}' }],
        }),
      );
      await product.json(['workflows', 'apply', path]);
      const without = await refused(['workflows', 'start', 'Close the month', '--input', 'limit=much']);
      assert.deepEqual(without.errors!.map(({ pointer, code }) => [pointer, code]).sort(), [
        ['#/inputs/limit', 'wrong_type'],
        ['#/inputs/month', 'missing_key'],
      ]);
      const inputs = ['--input', 'month=2026-11-01', '--input', 'limit=7'];
      const { id } = await product.json<{ id: string }>(['workflows', 'start', 'Close the month', ...inputs]);
      const ended = async (run: string) => {
        const shown = await product.json<{ status: string; steps: { output: unknown }[] }>(['runs', 'show', run]);
        return shown.status === 'completed' ? shown : undefined;
      };
      await waitFor('the run', async () => (await ended(id)) !== undefined);
      assert.deepEqual((await ended(id))!.steps[0]!.output, { message: '7.0' });
      const again = await product.json<{ id: string; attempt: number }>(['runs', 'again', id]);
      assert.equal(again.attempt, 2);
      await waitFor('the second attempt', async () => (await ended(again.id)) !== undefined);
      assert.equal((await refused(['runs', 'again', id, '--from-failed-step'])).code, 'invalid_request');
      assert.equal((await refused(['workflows', 'start', 'No such workflow'])).status, 404);
    });
  });

  describe('hook send', () => {
    const connector = join(import.meta.dirname, '../packages/connectors/github');
    const send = ['hook', 'send', 'events', '--connector', connector, '--fixture', 'issue-opened'];

    it('delivers a fixture, which starts a run the first time and is a duplicate afterwards', async () => {
      const account = await product.json<{ id: string }>(
        ['accounts', 'link', 'github', '--field', 'owner=octo', '--field', 'token=-'],
        { input: `${token}\n` },
      );
      const workflow = {
        name: 'Issues of octo',
        trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
        steps: [
          {
            id: 'comment',
            kind: 'action',
            connector: 'github',
            action: 'comment-on-issue',
            input: { owner: 'a', repository: 'b', number: 1, body: 'c' },
          },
        ],
      };
      const file = await write('issues-of-octo.json', JSON.stringify(workflow));
      await product.json(['workflows', 'apply', file, '--on', '--account', `github=${account.id}`]);
      interface Sent {
        status: number;
        deliveries: { id: string; result: string; outcome: string; runs: string[] }[];
      }
      const [first, second] = await product.json<Sent[]>([...send, '--times', '2']);
      const [kept] = first!.deliveries;
      assert.deepEqual([first!.status, kept!.result, kept!.outcome, kept!.runs.length], [200, 'new', 'accepted', 1]);
      const run = await product.json<{ id: string; trigger: object }>(['runs', 'show', kept!.runs[0]!]);
      assert.equal(run.id, kept!.runs[0]);
      assert.deepEqual(run.trigger, {
        kind: 'connector',
        connector: 'github',
        deliveryId: kept!.id,
        event: 'issues.opened',
      });
      assert.match((await product.tallyhook(send)).stdout, new RegExp(`, duplicate, accepted, run ${run.id}$`, 'm'));
      assert.deepEqual(second, { ...first, deliveries: [{ ...kept, result: 'duplicate' }] });
    });

    it('gives the reason if a new delivery or a repeated one starts nothing', async () => {
      const copy = join(folder, 'github-of-strangers');
      await cp(connector, copy, { recursive: true });
      const sendPush = async (): Promise<string> => {
        const args = ['hook', 'send', 'events', '--connector', copy, '--fixture', 'push-as-form'];
        return (await product.tallyhook(args)).stdout;
      };
      assert.match(
        await sendPush(),
        /stored as [0-9a-f]{24}, new, untriggered; starts nothing: no enabled workflow matches it\n$/,
      );
      const file = join(copy, 'fixtures/push-as-form.json');
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll('octo', 'stranger'));
      const nobody = 'nobody in your workspace has linked its account';
      assert.match(
        await sendPush(),
        new RegExp(
          `account stranger\\nanswered 200, stored as [0-9a-f]{24}, new, unlinked; starts nothing: ${nobody}\\n$`,
        ),
      );
      await product.json(['accounts', 'link', 'github', '--field', 'owner=stranger', '--field', 'token=-'], {
        input: `${token}\n`,
      });
      assert.match(
        await sendPush(),
        /, duplicate, unlinked; starts nothing: it was received before, when nobody in your workspace had linked its account; /,
      );
    });

    it('shows what the connector reads from a delivery', async () => {
      const { code, stdout } = await product.tallyhook(send);
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^issues\.opened, delivery id 5bd6d5a0-\S+, account octo\nanswered 200, stored as [0-9a-f]{24}, duplicate, accepted, run [0-9a-f]{24}\n$/,
      );
    });

    it('needs no login to deliver', async () => {
      const environment = { XDG_CONFIG_HOME: join(import.meta.dirname, 'nowhere') };
      const { code, stdout } = await product.tallyhook([...send, '--to', product.url], { environment });
      assert.equal(code, 0);
      assert.match(
        stdout,
        /\nanswered 200, stored as [0-9a-f]{24}, duplicate; it was received before and starts nothing again\n$/,
      );
    });
  });

  describe('logout', () => {
    it('ends the session on the server and deletes it locally', async () => {
      await product.json(['logout']);
      assert.equal((await refused(['keys', 'list'])).code, 'sign_in_required');
    });
  });
});
