import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soundConnector } from '../../test/sound-connector.ts';
import { compileConnector } from './compile-connector.ts';
import { formatProblems } from './format-problems.ts';
import { readPackage } from './read-package.ts';

const connector = 'connector.json';
const action = 'actions/create-issue.json';
const webhook = 'webhooks/events.json';

/** The problems of the sound connector after replacing one text. */
function broken(file: string, find: string, replacement: string): Map<string, string> {
  const text = soundConnector[file]!;
  assert.ok(text.includes(find), `${file} contains ${find}`);
  return new Map(Object.entries({ ...soundConnector, [file]: text.replace(find, () => replacement) }));
}

function problemsOf(texts: Map<string, string>): string[] {
  return compileConnector(texts).problems.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
}

const knownFiles =
  'a connector consists of connector.json, README.md, icon.svg, actions/NAME.json, webhooks/NAME.json, workflows/NAME.json, fixtures/NAME.json';

type Row = [title: string, file: string, find: string, replacement: string, ...expected: string[]];

describe('the connector compiler', () => {
  it('packages a valid connector', () => {
    const { package: compiled, problems } = compileConnector(new Map(Object.entries(soundConnector)));
    assert.deepEqual(problems, []);
    assert.equal(compiled?.connector.id, 'tracker');
    assert.deepEqual(Object.keys(compiled.actions), ['create-issue']);
  });

  describe('JSON bodies', () => {
    const structure = '"json": { "title": "{{title}}", "labels": "{{labels}}" }';

    it('warns of a body written as a single text, and suggests a structure', () => {
      const texts = broken(action, structure, '"json": "{\\"title\\":{{title|json}},\\"labels\\":{{labels|json}}}"');
      const { package: compiled, problems } = compileConnector(texts);
      assert.notEqual(compiled, undefined);
      assert.deepEqual(problems, [
        {
          severity: 'warning',
          file: action,
          line: 17,
          column: 23,
          pointer: '#/request/body/json',
          code: 'json_as_text',
          message:
            'this JSON is a single text: it is sent exactly as rendered, and only a run shows whether it is valid',
          hint: 'write the body as a JSON structure with slots in its values, such as "json": { "title": "{{title}}" }',
          sourceLine: '    "body": { "json": "{\\"title\\":{{title|json}},\\"labels\\":{{labels|json}}}" },',
          sourceColumn: 23,
        },
      ]);
    });

    const rows: Row[] = [
      ['accepts a single slot', action, structure, '"json": "{{title}}"'],
      ['accepts any text inside a structure', action, structure, '"json": ["{", "{{title}}"]'],
      ['accepts any text in a text body', action, structure, '"text": "{\\"title\\":{{title|json}}"'],
    ];
    const unused = (problem: string) => !problem.endsWith('unused_input');
    for (const [title, file, find, replacement, ...expected] of rows) {
      it(title, () => assert.deepEqual(problemsOf(broken(file, find, replacement)).filter(unused), expected));
    }
  });

  it('shows the part of a long line around the problem', () => {
    const sound = JSON.parse(soundConnector[action]!) as object;
    const text = JSON.stringify({ ...sound, description: 'a'.repeat(5_000), $id: 'b' });
    const { problems } = compileConnector(new Map(Object.entries({ ...soundConnector, [action]: text })));
    const { column, sourceLine, sourceColumn } = problems.find(({ pointer }) => pointer === '#/$id')!;
    assert.equal(column - 1, text.indexOf('"$id"'));
    assert.ok(sourceLine.length <= 300 && sourceLine.slice(sourceColumn - 1).startsWith('"$id"'), sourceLine);
    assert.match(formatProblems(problems, { format: 'text' }), /\n {2}.*"\$id":"b"\}\n {2} *\^/);
  });

  describe('files', () => {
    const withFile = (path: string, text: string): Map<string, string> =>
      new Map([...Object.entries(soundConnector), [path, text]]);
    const fixture = (change: object): string =>
      JSON.stringify({
        kind: 'webhook',
        webhook: 'events',
        delivery: { headers: {} },
        expect: { kind: 'ignored' },
        ...change,
      });

    it('reports a missing connector.json', () => {
      assert.deepEqual(problemsOf(new Map([['actions/a.json', soundConnector[action]!]])), [
        `${connector}:1:1 missing_file`,
      ]);
    });

    it('reports unknown files and suggests the right name', () => {
      const { problems } = compileConnector(withFile('action/a.json', '{}'));
      assert.equal(problems[0]?.code, 'unknown_file');
      assert.equal(problems[0].hint, 'did you mean "actions/a.json"?');
      assert.deepEqual(problemsOf(withFile('../actions/a.json', '{}')), ['../actions/a.json:1:1 unknown_file']);
    });

    it('reports an invalid action name', () => {
      assert.deepEqual(problemsOf(withFile('actions/Create Issue.json', soundConnector[action]!)), [
        'actions/Create Issue.json:1:1 wrong_file_name',
      ]);
    });

    it('reports a fixture of an unknown webhook', () => {
      const problems = compileConnector(withFile('fixtures/a.json', fixture({ webhook: 'event' }))).problems;
      assert.equal(problems[0]?.code, 'unknown_name');
      assert.equal(problems[0].hint, 'did you mean "events"?');
    });

    it('accepts an unknown input if the fixture expects invalid_input', () => {
      const given = (expect: object): string[] => {
        const text = JSON.stringify({ kind: 'action', action: 'create-issue', input: { a: 1 }, exchanges: [], expect });
        return problemsOf(withFile('fixtures/a.json', text)).filter((problem) => problem.startsWith('fixtures/'));
      };
      assert.deepEqual(given({ error: 'invalid_input' }), []);
      assert.match(given({ error: 'fatal' }).join(), /^fixtures\/a\.json:1:\d+ unknown_name$/);
    });

    it('reports a real-looking secret in a fixture, and accepts a made-up one', () => {
      const codes = (token: string): string[] =>
        problemsOf(withFile('fixtures/a.json', fixture({ account: { token } })));
      assert.match(codes('ghp_abc')[0]!, /credential_in_package/);
      assert.deepEqual(codes('test-abc'), [`${action}:1:1 no_fixture`]);
    });

    it('reports an icon that runs code', () => {
      const icons: [before: string, unsafe: string][] = [
        ['<svg>', '<script/></svg>'],
        ['<svg xmlns:s="http://www.w3.org/2000/svg">', '<s:script/></svg>'],
        ['<svg', ' onload="x()"/>'],
        ['<svg><image ', 'href="https://a.example/"/></svg>'],
        ['', '<!DOCTYPE svg [<!ENTITY go "x()">]><svg><path d="&go;"/></svg>'],
        ['<svg><a><animate ', 'attributeName="href" values="javascript:x()"/></a></svg>'],
        ['<svg><a><set ', 'attributeName="xlink:href" to="javascript:x()"/></a></svg>'],
        ['<svg><a><set ', 'attributeName="&#104;ref" to="javascript:x()"/></a></svg>'],
      ];
      for (const [before, unsafe] of icons)
        assert.deepEqual(problemsOf(withFile('icon.svg', before + unsafe)), [
          `icon.svg:1:${before.length + 1} unsafe_icon`,
        ]);
      const turning = '<animateTransform attributeName="transform" from="0" to="360"/>';
      for (const icon of ['<path d="M0 0"/>', turning, '<use href="#leaf"/>'])
        assert.deepEqual(problemsOf(withFile('icon.svg', `<svg viewBox="0 0 1 1">${icon}</svg>`)), []);
    });
  });

  it('suggests how to write a path and a signature', () => {
    const hintOf = (find: string, replacement: string, file = webhook): string | undefined =>
      compileConnector(broken(file, find, replacement)).problems[0]?.hint;
    assert.match(hintOf('"response.body.ok"', '"{{response.body.ok}}"', action)!, /such as response\.body\.items,/);
    assert.match(hintOf('"response.body.ok"', '"response.body.ok|json"', action)!, /such as response\.body\.items,/);
    assert.match(hintOf('"event.body.entries"', '"event.body.entries|json"')!, /such as event\.body\.type,/);
    assert.match(hintOf('hmac_sha256 account.token}}', 'hmac_sha256}}')!, /^name the secret after the filter, such as/);
  });

  it('reports all mistakes of all files in one run, in the order of the files', () => {
    const texts = broken(action, '"{{title}}"', '"{{titel}}"');
    texts.set(connector, texts.get(connector)!.replace('"1.0.0"', '"one"'));
    texts.set(webhook, texts.get(webhook)!.replace('"refuse"', '"reject"'));
    assert.deepEqual(problemsOf(texts), [
      `${connector}:4:14 wrong_format`,
      `${action}:17:37 unknown_name`,
      `${webhook}:13:16 not_allowed`,
    ]);
  });

  it('reports the other mistakes of a file that does not fit its schema', () => {
    const texts = broken(action, '"method"', '"mehtod"');
    texts.set(action, texts.get(action)!.replace('"{{title}}"', '"{{titel}}"'));
    texts.set(webhook, soundConnector[webhook]!.replace('"refuse"', '"reject"').replace('item.kind', 'itm.kind'));
    assert.deepEqual(problemsOf(texts), [
      `${action}:13:5 unknown_key`,
      `${action}:17:37 unknown_name`,
      `${webhook}:11:21 unknown_name`,
      `${webhook}:13:16 not_allowed`,
    ]);
  });

  it('reports a misspelt key without its consequences', () => {
    assert.deepEqual(problemsOf(broken(action, '"path": "/projects', '"pth": "/projects')), [
      `${action}:14:5 unknown_key`,
    ]);
    assert.deepEqual(problemsOf(broken(action, '"properties"', '"propertis"')), [`${action}:5:5 unknown_key`]);
    assert.deepEqual(problemsOf(broken(connector, '"fields"', '"feilds"')), [`${connector}:8:5 unknown_key`]);
    assert.deepEqual(problemsOf(new Map(Object.entries({ ...soundConnector, [action]: '[]' }))), [
      `${action}:1:1 wrong_type`,
    ]);
  });

  it('creates a package despite warnings, but not with errors', () => {
    assert.equal(compileConnector(broken(connector, '"1.0.0"', '1')).package, undefined);
    assert.ok(compileConnector(broken(webhook, '"{{event.body.shop}}"', '"any"')).package);
  });

  it('creates a package that depends on the content, not on the order of keys and files', () => {
    const one = compileConnector(new Map(Object.entries(soundConnector)));
    const shuffled = new Map(Object.entries(soundConnector).reverse());
    shuffled.set(
      connector,
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(soundConnector[connector]!) as object).reverse())),
    );
    assert.equal(compileConnector(shuffled).package?.sha256, one.package?.sha256);
    assert.notEqual(compileConnector(broken(connector, 'Tracker', 'Other')).package?.sha256, one.package?.sha256);
  });
});

describe('compiling a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyhook-compile-'));
    for (const name of ['actions', 'webhooks']) mkdirSync(join(folder, name));
    for (const [path, text] of Object.entries(soundConnector)) writeFileSync(join(folder, path), text);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const codes = (): string[] => compileConnector(folder).problems.map(({ file, code }) => `${file} ${code}`);

  it('does not call an unreadable action unknown', () => {
    mkdirSync(join(folder, 'fixtures'));
    const fixture = { kind: 'action', action: 'create-issue', input: {}, exchanges: [], expect: { output: null } };
    writeFileSync(join(folder, 'fixtures/a.json'), JSON.stringify(fixture));
    writeFileSync(join(folder, action), Buffer.from([0xff, 0xfe]));
    assert.deepEqual(
      codes().filter((problem) => !problem.endsWith('no_fixture')),
      [`${action} not_utf8`],
    );
  });

  it('gives the same result as compiling its texts', () => {
    assert.deepEqual(compileConnector(folder), compileConnector(new Map(Object.entries(soundConnector))));
  });

  it('ignores a licence, a changelog and advice for coding assistants', () => {
    const { package: before } = compileConnector(folder);
    for (const name of ['LICENSE', 'LICENSE.md', 'CHANGELOG.md', 'AGENTS.md'])
      writeFileSync(join(folder, name), '# One\n');
    assert.deepEqual(compileConnector(folder).problems, []);
    assert.deepEqual(compileConnector(folder).package, before);
  });

  it('ignores the files of npm and similar tools without reading them', () => {
    const before = compileConnector(folder);
    writeFileSync(join(folder, 'package.json'), '{ no JSON');
    writeFileSync(join(folder, 'package-lock.json'), 'x'.repeat(1_000_001));
    mkdirSync(join(folder, 'node_modules/actions'), { recursive: true });
    for (let count = 0; count < 1001; count++) writeFileSync(join(folder, `node_modules/${count}.json`), '');
    assert.deepEqual(compileConnector(folder), before);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync('/etc', join(folder, 'node_modules'));
    assert.deepEqual(compileConnector(folder), before);
    writeFileSync(join(folder, 'actions/package.json'), '{}');
    assert.ok(codes().every((code) => code.startsWith('actions/package.json ')) && codes().length > 0);
  });

  it('does not follow links', () => {
    symlinkSync('/etc/hostname', join(folder, 'actions/link.json'));
    assert.deepEqual(codes(), ['actions/link.json link']);
  });

  it('reports a pipe or a folder in place of a file without opening it', () => {
    for (const file of ['connector.json', action, 'fixtures/a.json', 'icon.svg']) {
      const before = compileConnector(folder);
      rmSync(join(folder, file), { force: true });
      mkdirSync(join(folder, file, '..'), { recursive: true });
      execFileSync('mkfifo', [join(folder, file)]);
      assert.deepEqual(codes(), [`${file} not_a_file`]);
      rmSync(join(folder, file));
      mkdirSync(join(folder, file));
      assert.deepEqual(codes(), [`${file} not_a_file`]);
      rmSync(join(folder, file), { recursive: true });
      if (file in soundConnector) writeFileSync(join(folder, file), soundConnector[file]!);
      assert.deepEqual(compileConnector(folder), before, file);
    }
  });

  it('reports folders and files that the user cannot read', () => {
    const isRoot = process.getuid?.() === 0;
    chmodSync(folder, 0o755);
    const closed: [path: string, mode: number, ...expected: string[]][] = [
      ['actions', 0o000, 'actions not_a_file'],
      ['actions', 0o644, 'actions/create-issue.json not_a_file'],
      ['.', 0o000, '. not_a_file'],
      ['connector.json', 0o000, 'connector.json not_a_file'],
    ];
    for (const [path, mode, ...expected] of closed) {
      chmodSync(join(folder, path), mode);
      // Root can read everything.
      if (isRoot) process.seteuid!(65_534);
      try {
        assert.deepEqual(codes(), expected, path);
      } finally {
        if (isRoot) process.seteuid!(0);
        chmodSync(join(folder, path), 0o755);
      }
    }
  });

  it('reports the first byte that is not UTF-8, and the encoding of a byte order mark', () => {
    const reported = (bytes: Buffer): unknown[] => {
      writeFileSync(join(folder, 'actions/a.json'), bytes);
      const { problems } = compileConnector(folder);
      const { code, line, column, sourceLine, sourceColumn, message } = problems.find(
        ({ file }) => file === 'actions/a.json',
      )!;
      return [code, line, column, sourceLine, sourceColumn, message];
    };
    const text = '{\n  "é\ufffd😀": 1,\n  "label": "Café"\n}\n';
    const end = Buffer.from('é"\n}\n');
    const latin1 = Buffer.concat([Buffer.from(text).subarray(0, -end.length), Buffer.from('é"\n}\n', 'latin1')]);
    const message = 'the file is not UTF-8: the byte E9 here is invalid';
    assert.deepEqual(reported(latin1), ['not_utf8', 3, 16, '  "label": "Caf\ufffd"', 16, message]);
    const cut = Buffer.from('😀').subarray(0, 3);
    assert.deepEqual(reported(cut).slice(0, 3), ['not_utf8', 1, 1]);
    for (const [mark, encoding, bytes] of [
      ['FF FE', 'UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['FE FF', 'UTF-16BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ] as const)
      assert.deepEqual(reported(bytes), [
        'not_utf8',
        1,
        1,
        '',
        1,
        `the file is ${encoding} (byte order mark ${mark}), not UTF-8`,
      ]);
  });

  it('reports a file in a nested folder, but not its fixture', () => {
    mkdirSync(join(folder, 'actions/x'));
    mkdirSync(join(folder, 'fixtures'), { recursive: true });
    writeFileSync(join(folder, 'actions/x/upload-file.json'), '{}');
    const fixture = { kind: 'action', action: 'upload-file', input: {}, exchanges: [], expect: { error: 'fatal' } };
    writeFileSync(join(folder, 'fixtures/upload.json'), JSON.stringify(fixture));
    const errors = compileConnector(folder).problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ file, code, hint }) => [file, code, hint]),
      [['actions/x/upload-file.json', 'unknown_file', knownFiles]],
    );
  });

  it('reports images and other binary files as unknown files', () => {
    writeFileSync(join(folder, 'icon.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    writeFileSync(join(folder, 'Thumbs.db'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
    writeFileSync(join(folder, 'actions/video.mp4'), ' '.repeat(1_000_001));
    const { problems } = compileConnector(folder);
    const reported = problems
      .filter(({ code }) => code !== 'no_fixture')
      .map(({ file, code, hint }) => [file, code, hint]);
    assert.deepEqual(reported, [
      ['actions/video.mp4', 'unknown_file', knownFiles],
      ['Thumbs.db', 'unknown_file', knownFiles],
      ['icon.png', 'unknown_file', 'did you mean "icon.svg"?'],
    ]);
  });

  it('reports a file that is not UTF-8, one that is too large, and an unknown folder', () => {
    writeFileSync(join(folder, 'actions/a.json'), Buffer.from([0x7b, 0xff]));
    writeFileSync(join(folder, 'actions/b.json'), ' '.repeat(1_000_001));
    mkdirSync(join(folder, 'triggers'));
    assert.deepEqual(codes(), ['actions/a.json not_utf8', 'actions/b.json too_large', 'triggers/ unknown_file']);
  });
});

describe('text output of a problem', () => {
  it('shows the place, pointer, code, line with a caret, and hint', () => {
    const { problems } = compileConnector(broken(action, '"{{title}}"', '"{{titel}}"'));
    assert.equal(
      formatProblems(problems.slice(0, 1), { format: 'text' }),
      [
        'actions/create-issue.json:17:37  #/request/body/json/title  unknown_name  there is no "titel" here',
        '      "body": { "json": { "title": "{{titel}}", "labels": "{{labels}}" } },',
        '                                      ^',
        '  hint: did you mean "title"?',
      ].join('\n'),
    );
  });

  it('cuts a long line around the place', () => {
    const { problems } = compileConnector(broken(action, '"{{title}}"', `"${'é'.repeat(500)}"x`));
    const [, line, caret] = formatProblems(problems, { format: 'text' }).split('\n');
    assert.ok(line!.length <= 102);
    assert.ok(caret!.length <= line!.length + 1);
  });
});

describe('a released package', () => {
  const compiled = compileConnector(new Map(Object.entries(soundConnector))).package!;
  const refusal = (value: unknown): unknown => {
    try {
      return readPackage(value);
    } catch (error) {
      return (error as Error & { code: string }).code;
    }
  };

  it('is read if the compiler made it', () => {
    assert.deepEqual(readPackage(JSON.parse(JSON.stringify(compiled))), compiled);
  });

  it('is refused if its content does not match its sha256', () => {
    assert.equal(refusal({ ...compiled, readme: 'x' }), 'invalid_connector');
  });

  it('is refused if the compiler would refuse its source', async () => {
    const { digest } = await import('./canonical-json.ts');
    const { format, connector: source, actions, webhooks } = structuredClone(compiled);
    const content = { format, connector: { ...source, hosts: [] }, actions, webhooks };
    assert.equal(refusal({ ...content, sha256: digest(content) }), 'invalid_connector');
  });

  it('is refused if it is not a package', () => {
    for (const value of [null, [], {}, 'x', { format: 1 }]) assert.equal(refusal(value), 'invalid_connector');
  });
});
