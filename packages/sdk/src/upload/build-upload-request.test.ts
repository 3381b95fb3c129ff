import assert from 'node:assert/strict';
import type { ConnectorPackage, ConnectorUpload, Request } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import { buildRequest } from '../runtime/build-request.ts';
import { buildUploadRequest } from './build-upload-request.ts';
import { describeUpload } from './describe-upload.ts';
import type { UploadCall } from './upload-call.ts';

const own: Request = { method: 'POST', path: '/files', body: { json: { size: '{{file.size}}' } } };
const inPieces: ConnectorUpload = { file: 'a', send: 'pieces', to: '{{start.headers.location}}', chunkSize: 8 };

function packageOf(
  upload: Partial<ConnectorUpload>,
  request: Request = own,
  connector: Partial<ConnectorPackage['connector']> = {},
): ConnectorPackage {
  return makePackage({ request, action: { upload: { ...inPieces, ...upload } }, connector });
}

const file = { name: 'Ferien "1".mp4', sizeBytes: 20, contentType: 'video/mp4' };
const startedAt = (location: string, body: unknown = null) => ({ status: 200, headers: { location }, body });
const handedOut = 'https://store.example.net/u?sig=a%2Fb';
const piece = { index: 1, start: 8, endExclusive: 16, last: false };
const call: UploadCall = { input: { a: 'f1', b: 'B' }, account, file, start: startedAt(handedOut), piece };
const whole: Partial<ConnectorUpload> = { send: 'body' };

const transfer = (upload: Partial<ConnectorUpload>, more: Partial<UploadCall> = {}, request?: Request) =>
  buildUploadRequest(packageOf(upload, request), 'call', 'transfer', { ...call, ...more });

const refusal = (build: () => unknown): string => {
  try {
    build();
  } catch (error) {
    assert.ok(error instanceof ActionError, String(error));
    return `${error.class}: ${error.message}`;
  }
  return 'none';
};

describe('upload requests', () => {
  it("start with the action's own request, without the file", () => {
    const request = buildUploadRequest(packageOf({}), 'call', 'start', call);
    assert.deepEqual(
      [request.method, request.url, request.body?.toString(), request.repeatable],
      ['POST', 'https://api.example.com/v1/files', '{"size":20}', false],
    );
  });

  it('send a piece with its length and range', () => {
    const { method, url, headers, repeatable, body } = transfer({});
    assert.deepEqual([method, url, repeatable, body], ['PUT', handedOut, true, undefined]);
    assert.deepEqual(headers, {
      'Content-Type': 'video/mp4',
      'Content-Length': '8',
      'Content-Range': 'bytes 8-15/20',
    });
  });

  it('all have the id of the call, however the file is sent', () => {
    const headers = { 'X-Unique-Upload-Id': '{{upload.id}}' };
    const request = { method: 'POST' as const, path: '/files', headers };
    for (const send of ['pieces', 'body'] as const) {
      const { chunkSize, ...rest } = inPieces;
      const upload = {
        ...rest,
        send,
        ...(send === 'pieces' && { chunkSize }),
        transfer: { method: 'PUT' as const, headers },
      };
      const released = makePackage({ request, action: { upload: { ...upload, abort: request, finish: request } } });
      const ids = (['start', 'transfer', 'abort', 'finish'] as const).map(
        (phase) =>
          buildUploadRequest(released, 'call', phase, { ...call, idempotencyKey: 'run:send:0' }).headers[
            'X-Unique-Upload-Id'
          ],
      );
      assert.deepEqual(
        ids,
        Array.from({ length: 4 }, () => 'run:send:0'),
      );
    }
  });

  it('send an empty file without a byte range', () => {
    const empty = { ...file, sizeBytes: 0 };
    const none = { index: 0, start: 0, endExclusive: 0, last: true };
    const { headers } = transfer({}, { file: empty, piece: none });
    assert.deepEqual([headers['Content-Length'], headers['Content-Range']], ['0', 'bytes */0']);
    const declared = { method: 'PUT' as const, headers: { 'X-From': '{{piece.start}}', 'X-To': '{{piece.end}}' } };
    const own = transfer({ contentRange: false, transfer: declared }, { file: empty, piece: none }).headers;
    assert.deepEqual([own['X-From'], own['X-To'], own['Content-Range']], ['0', undefined, undefined]);
  });

  it('describe the position of a piece as declared', () => {
    const declared: Request = {
      method: 'PATCH',
      query: { part: '{{piece.index}}', of: '{{upload.chunkCount}}' },
      headers: {
        'Upload-Offset': '{{piece.start}}',
        'X-End': '{{piece.end}}',
        'X-Size': '{{piece.size}} of {{upload.chunkSize}}',
        'X-Last': '{{piece.last}}',
        'Content-Type': 'application/offset+octet-stream',
      },
    };
    const { method, url, headers } = transfer({ contentRange: false, transfer: declared });
    assert.deepEqual([method, url], ['PATCH', `${handedOut}&part=1&of=3`]);
    assert.deepEqual(headers, {
      'Upload-Offset': '8',
      'X-End': '15',
      'X-Size': '8 of 8',
      'X-Last': 'false',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': '8',
    });
  });

  it('send a whole file with its type and length', () => {
    const { headers, repeatable } = transfer(whole);
    assert.deepEqual([headers, repeatable], [{ 'Content-Type': 'video/mp4', 'Content-Length': '20' }, false]);
  });

  it('send a form with its parts in order around the file', () => {
    const body = {
      multipart: [
        { name: 'attributes', value: '{"name":{{file.name|json}}}', type: 'application/json' },
        { name: 'files[0]', file: true as const },
        { name: 'absent', value: '{{c}}' },
        { name: 'b', value: '{{b}}' },
      ],
    };
    const { headers, frame, repeatable } = transfer({ send: 'form', transfer: { method: 'POST', body } });
    const boundary = /^multipart\/form-data; boundary=(.{40,70})$/.exec(headers['Content-Type']!)![1]!;
    assert.equal(
      frame!.before.toString().replaceAll(boundary, '~'),
      '--~\r\nContent-Disposition: form-data; name="attributes"\r\nContent-Type: application/json\r\n\r\n' +
        '{"name":"Ferien \\"1\\".mp4"}\r\n' +
        '--~\r\nContent-Disposition: form-data; name="files[0]"; filename="Ferien %221%22.mp4"\r\n' +
        'Content-Type: video/mp4\r\n\r\n',
    );
    assert.equal(
      frame!.after.toString().replaceAll(boundary, '~'),
      '\r\n--~\r\nContent-Disposition: form-data; name="b"\r\n\r\nB\r\n--~--\r\n',
    );
    const length = frame!.before.length + file.sizeBytes + frame!.after.length;
    assert.deepEqual([headers['Content-Length'], repeatable], [String(length), false]);
  });

  it('send a form that other code can parse', async () => {
    const body = {
      multipart: [
        { name: 'zäh "x"', value: 'a\r\nb' },
        { name: 'file', file: true as const, filename: 'ä {{file.name}}', type: 'text/plain' },
      ],
    };
    const { headers, frame } = transfer({ send: 'form', transfer: { method: 'POST', body } });
    const bytes = Buffer.concat([frame!.before, Buffer.alloc(20, 'x'), frame!.after]);
    assert.equal(headers['Content-Length'], String(bytes.length));
    const form = await new Response(bytes, { headers: { 'Content-Type': headers['Content-Type']! } }).formData();
    assert.equal([...form.keys()].length, 2);
    assert.equal(form.get('zäh "x"'), 'a\r\nb');
    const sent = form.get('file') as File;
    assert.deepEqual([sent.name, sent.type, await sent.text()], ['ä Ferien "1".mp4', 'text/plain', 'x'.repeat(20)]);
  });

  const formWith = (each: string) =>
    transfer(
      {
        send: 'form',
        transfer: {
          method: 'POST',
          body: {
            multipart: [
              { name: '{{field.name}}', value: '{{field.value}}', each },
              { name: 'file', file: true },
            ],
          },
        },
      },
      {
        start: startedAt(handedOut, {
          url: handedOut,
          map: { key: 'tmp/1', 'x-amz-"a"': 'A\r\nB' },
          list: [
            { name: 'GoogleAccessId', value: 'a@b' },
            { name: 'policy', value: 7 },
            { name: 'none', value: null },
          ],
          text: 'x',
        }),
      },
    );

  it('send the fields from the first response before the file', () => {
    const listed = formWith('start.body.list').frame!.before.toString();
    assert.deepEqual(
      [...listed.matchAll(/name="([^"]*)"(?:; filename="[^"]*")?\r\n(?:Content-Type: [^\r]*\r\n)?\r\n([^\r]*)/g)].map(
        ([, name, value]) => [name, value],
      ),
      [
        ['GoogleAccessId', 'a@b'],
        ['policy', '7'],
        ['file', ''],
      ],
    );
    const named = formWith('start.body.map').frame!.before.toString();
    assert.match(named, /name="key"\r\n\r\ntmp\/1\r\n/);
    assert.match(named, /name="x-amz-%22a%22"\r\n\r\nA\r\nB\r\n/);
    assert.match(
      refusal(() => formWith('start.body.text')),
      /^fatal: .*expected a list or an object at start\.body\.text, got string/,
    );
  });

  it('send the headers from the first response, except reserved ones', () => {
    const headersOf = (headers: unknown) =>
      transfer(
        {
          ...whole,
          transfer: {
            method: 'PUT',
            headers: { 'Cache-Control': 'no-store' },
            headersFrom: { each: 'start.body.headers', name: '{{field.key}}', value: '{{field.value}}' },
          },
        },
        { start: startedAt(handedOut, { headers }) },
      ).headers;
    assert.deepEqual(
      headersOf([
        { key: 'Content-Type', value: 'video/webm' },
        { key: 'x-goog-content-length-range', value: '0,20' },
        { key: 'cache-control', value: 'public' },
        { key: 'Host', value: 'evil.example' },
        { key: 'content-length', value: '7' },
      ]),
      {
        'Cache-Control': 'public',
        'Content-Type': 'video/webm',
        'x-goog-content-length-range': '0,20',
        'Content-Length': '20',
      },
    );
    assert.match(
      refusal(() => headersOf([{ key: 'a: b', value: 'x' }])),
      /^fatal: .*"a: b", which is not a valid header name$/,
    );
    assert.match(
      refusal(() => headersOf([{ key: 'a', value: 'x\r\nb: y' }])),
      /line breaks/,
    );
    assert.equal(headersOf(null)['Cache-Control'], 'no-store');
  });

  it('escape file names', () => {
    const body = { multipart: [{ name: 'file', file: true as const }] };
    const named = { ...file, name: 'a"\r\nX-Evil: 1.mp4' };
    const { frame } = transfer({ send: 'form', transfer: { method: 'POST', body } }, { file: named });
    assert.match(frame!.before.toString(), /filename="a%22%0D%0AX-Evil: 1\.mp4"/);
    const header = { transfer: { method: 'PUT' as const, headers: { 'X-Name': '{{file.name}}' } } };
    assert.match(
      refusal(() => transfer(header, { file: named })),
      /^invalid_input: request.headers.X-Name: .*line breaks/,
    );
    const typed = { ...file, contentType: 'a/b\r\nX-Evil: 1' };
    assert.match(
      refusal(() => transfer({}, { file: typed })),
      /^invalid_input: file.type: .*line breaks/,
    );
  });

  it("send the file in the action's own request if there is no upload address", () => {
    const request: Request = { method: 'POST', path: '/files', query: { name: '{{file.name}}' } };
    const bodied = packageOf({ send: 'body' }, request);
    delete bodied.actions['call']!.upload!.to;
    const built = buildUploadRequest(bodied, 'call', 'transfer', call);
    assert.deepEqual(
      [built.method, built.url, built.headers['Content-Length'], built.headers['Authorization']?.slice(0, 6)],
      ['POST', 'https://api.example.com/v1/files?name=Ferien%20%221%22.mp4', '20', 'Bearer'],
    );
    assert.match(
      refusal(() => buildUploadRequest(bodied, 'call', 'start', call)),
      /no request "start"/,
    );
  });

  it('may use earlier responses in the finish request', () => {
    const finish: Request = { method: 'POST', path: '/files/{{transfer.body.id}}', body: { json: '{{start.body}}' } };
    const request = buildUploadRequest(packageOf({ finish }), 'call', 'finish', {
      ...call,
      start: startedAt(handedOut, { token: 't' }),
      transfer: { status: 201, headers: { etag: '"x"' }, body: { id: 7 } },
    });
    assert.deepEqual(
      [request.url, request.body?.toString(), request.headers['Authorization']?.slice(0, 6)],
      ['https://api.example.com/v1/files/7', '{"token":"t"}', 'Bearer'],
    );
  });

  it('send status and abort to the upload address or to their own path', () => {
    const upload = {
      status: { method: 'PUT' as const, headers: { 'Content-Range': 'bytes */{{file.size}}' } },
      abort: { method: 'DELETE' as const, path: '/files/{{start.body.id}}' },
    };
    const released = packageOf(upload);
    const status = buildUploadRequest(released, 'call', 'status', call);
    assert.deepEqual(
      [status.method, status.url, status.headers],
      ['PUT', handedOut, { 'Content-Range': 'bytes */20' }],
    );
    const abort = buildUploadRequest(released, 'call', 'abort', { ...call, start: startedAt(handedOut, { id: 3 }) });
    assert.deepEqual(
      [abort.url, abort.headers['Authorization']?.slice(0, 6)],
      ['https://api.example.com/v1/files/3', 'Bearer'],
    );
  });

  it('send the idempotency key only in the first request', () => {
    const released = packageOf({});
    released.actions['call']!.idempotencyHeader = 'Idempotency-Key';
    const keyed = { ...call, idempotencyKey: 'run:1' };
    const keys = (['start', 'transfer'] as const).map(
      (phase) => buildUploadRequest(released, 'call', phase, keyed).headers['Idempotency-Key'],
    );
    assert.deepEqual(keys, ['run:1', undefined]);
  });

  it('are refused for ordinary calls and ordinary actions', () => {
    assert.match(
      refusal(() => buildRequest(packageOf({}), 'call', call)),
      /^fatal: .*sends a file/,
    );
    assert.match(
      refusal(() => buildUploadRequest(makePackage({}), 'call', 'transfer', call)),
      /^fatal: .*no file/,
    );
    assert.match(
      refusal(() => buildUploadRequest(packageOf({}), 'call', 'finish', call)),
      /^fatal: .*"finish"/,
    );
    assert.match(
      refusal(() => transfer({}, { piece: undefined as never })),
      /^fatal: .*pieces/,
    );
  });

  it('do not inherit the content type of other requests', () => {
    const shared = {
      request: { baseUrl: 'https://api.example.com/v1', headers: { 'content-type': 'application/json' } },
    };
    const at = (upload: Partial<ConnectorUpload>) =>
      buildUploadRequest(
        packageOf({ ...upload, to: 'https://api.example.com/x' }, own, shared),
        'call',
        'transfer',
        call,
      ).headers;
    assert.deepEqual(
      Object.entries(at({})).filter(([name]) => /content-type/i.test(name)),
      [['Content-Type', 'video/mp4']],
    );
    const body = { multipart: [{ name: 'file', file: true as const }] };
    const types = Object.entries(at({ send: 'form', transfer: { method: 'POST', body } })).filter(([name]) =>
      /content-type/i.test(name),
    );
    assert.deepEqual([types.length, types[0]?.[1].slice(0, 20)], [1, 'multipart/form-data;'.slice(0, 20)]);
  });
});

describe('upload address', () => {
  const at = (to: string, location = handedOut, body: unknown = null): string =>
    transfer({ to }, { start: startedAt(location, body) }).url;

  it("is the service's address byte for byte", () => {
    const odd = "https://Store.Example.net:443/a/../b%2f?X-Amz-Signature=a+b/%7e='&q={x}|y";
    assert.equal(at('{{start.headers.location}}', odd), odd);
  });

  it('may be relative to the first request', () => {
    assert.equal(at('{{start.headers.location}}', '/up?id=1'), 'https://api.example.com/up?id=1');
    assert.equal(at('{{start.headers.location}}', '//cdn.example.net/up'), 'https://cdn.example.net/up');
  });

  it('may contain values of the response, each within its part', () => {
    assert.equal(
      at('https://{{start.body.host}}.example.net/{{start.body.id}}', '', { host: 's1', id: 'x' }),
      'https://s1.example.net/x',
    );
    assert.match(
      refusal(() => at('https://{{start.body.host}}.example.net/', '', { host: 'evil.com/' })),
      /upload.to: .*"\/"/,
    );
  });

  it('is refused if it is not a web address', () => {
    for (const location of [
      '',
      'nonsense',
      'ftp://example.com/x',
      'https://user:secret@example.com/',
      'file:///etc/passwd',
    ])
      assert.match(
        refusal(() => at('{{start.headers.location}}', location)),
        /^fatal: Tracker answered 200 and did not say where the file goes: upload.to: /,
        location,
      );
  });

  it('reports whether the response or the input lacks it', () => {
    const none = { status: 200, headers: {}, body: null };
    const without = (to: string) => refusal(() => transfer({ to }, { start: none, input: { a: 'f' } }));
    for (const to of ['{{start.headers.location}}', 'https://{{start.headers.location}}.example.com/']) {
      assert.match(
        without(to),
        /^fatal: Tracker answered 200 and did not say where the file goes: start.headers.location is absent$/,
      );
    }
    assert.match(without('https://{{b}}.example.com/{{start.headers.location}}'), /^invalid_input: upload.to: "b" is/);
  });

  it("must be on the connector's hosts unless a response named it", () => {
    const named = (b: string) => transfer({ to: 'https://{{b}}.example.com/x' }, { input: { a: 'f', b } });
    assert.match(
      refusal(() => named('other')),
      /^fatal: "other.example.com" is not one of/,
    );
    assert.equal(named('fern').url, 'https://fern.example.com/x');
    assert.match(
      refusal(() => transfer({ to: '{{b}}' }, { input: { a: 'f', b: 'https://evil.example/' } })),
      /^fatal/,
    );
  });

  it("must be on the connector's hosts if it comes from a list of the input", () => {
    const list = { type: 'array' as const, items: { type: 'string' as const } };
    const input = { type: 'object' as const, properties: { list }, required: ['list'] };
    const upload = { file: 'a', send: 'pieces', chunkSize: 20, to: '{{piece.item}}', pieceList: 'list' } as const;
    const released = makePackage({ request: { method: 'POST', path: '/files' }, action: { input, upload } });
    const first = { index: 0, start: 0, endExclusive: 20, last: true };
    const to = (address: string) =>
      buildUploadRequest(released, 'call', 'transfer', { ...call, input: { list: [address] }, piece: first }).url;
    assert.match(
      refusal(() => to('https://evil.example/')),
      /^fatal: "evil.example" is not one of/,
    );
    assert.equal(to('https://api.example.com/part'), 'https://api.example.com/part');
  });
});

describe('credential', () => {
  const shared = {
    request: { baseUrl: 'https://api.example.com/v1', headers: { Accept: 'x', 'X-Key': '{{account.token}}' } },
  };
  const declared: Request = { method: 'PUT', headers: { 'X-Own': '{{account.token}}', 'X-Shop': '{{account.shop}}' } };
  const headersAt = (location: string, upload: Partial<ConnectorUpload> = {}): string[] => {
    const released = packageOf({ transfer: declared, status: declared, ...upload }, own, shared);
    const [carried, asked] = (['transfer', 'status'] as const).map((phase) =>
      Object.keys(buildUploadRequest(released, 'call', phase, { ...call, start: startedAt(location) }).headers)
        .filter((name) => !name.startsWith('Content-'))
        .sort(),
    );
    assert.deepEqual(carried, asked, 'the status request is built like the transfer');
    return carried!;
  };

  it("is sent to the connector's hosts", () => {
    const all = ['Accept', 'Authorization', 'X-Key', 'X-Own', 'X-Shop'];
    assert.deepEqual(headersAt('https://api.example.com/up'), all);
    assert.deepEqual(headersAt('https://fern.example.com/up'), all);
  });

  it('is never sent to other hosts, nor are shared headers', () => {
    for (const location of [
      handedOut,
      'https://api.example.com.evil.example/up',
      'https://api.example.com:8443/up',
      'https://other.example.com/up',
    ]) {
      assert.deepEqual(headersAt(location), ['X-Shop'], location);
    }
  });

  it('is sent to other hosts with credential "always"', () => {
    assert.deepEqual(headersAt(handedOut, { credential: 'always' }), ['Authorization', 'X-Own', 'X-Shop']);
  });

  it('is never sent with credential "never"', () => {
    assert.deepEqual(headersAt('https://api.example.com/up', { credential: 'never' }), ['Accept', 'X-Shop']);
  });

  it('in the query follows the same rule', () => {
    const signIn = { kind: 'key' as const, in: 'query' as const, name: 'key', value: '{{account.token}}' };
    const url = (location: string): string =>
      buildUploadRequest(packageOf({}, own, { signIn }), 'call', 'transfer', { ...call, start: startedAt(location) })
        .url;
    assert.equal(url(handedOut), handedOut);
    assert.match(url('https://api.example.com/up?a=b'), /^https:\/\/api\.example\.com\/up\?a=b&key=canary/);
  });
});

describe('file pieces', () => {
  const counts = (lastPiece: 'shorter' | 'takesRemainder', sizes: number[]): number[] =>
    sizes.map((size) => describeUpload(packageOf({ lastPiece }), 'call')!.pieces(size));

  it('cover the file', () => {
    const sizes = [0, 1, 7, 8, 9, 16, 17, 23, 24];
    assert.deepEqual(counts('shorter', sizes), [1, 1, 1, 1, 2, 2, 3, 3, 3]);
    assert.deepEqual(counts('takesRemainder', sizes), [1, 1, 1, 1, 1, 2, 2, 2, 3]);
  });

  it('are contiguous, and the last one ends with the file', () => {
    for (const lastPiece of ['shorter', 'takesRemainder'] as const) {
      const { pieces, pieceAt } = describeUpload(packageOf({ lastPiece }), 'call')!;
      for (const size of [1, 8, 9, 20, 24, 31]) {
        let at = 0;
        for (let index = 0; index < pieces(size); index++) {
          const next = pieceAt(at, size);
          assert.deepEqual([next.index, next.start, next.last], [index, at, index === pieces(size) - 1]);
          at = next.endExclusive;
        }
        assert.equal(at, size);
      }
    }
  });

  it('keep their numbers after a partly stored piece', () => {
    const { pieceAt } = describeUpload(packageOf({}), 'call')!;
    assert.deepEqual(pieceAt(10, 20), { index: 1, start: 10, endExclusive: 16, last: false });
    assert.deepEqual(pieceAt(19, 20), { index: 2, start: 19, endExclusive: 20, last: true });
  });

  it('are a single piece if the file is sent whole', () => {
    const upload = describeUpload(packageOf(whole), 'call')!;
    assert.deepEqual([upload.pieces(99), upload.chunkSizeBytes, upload.pieceAt(0, 99).endExclusive], [1, null, 99]);
  });
});

describe('upload description', () => {
  it('lists the declared parts', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(describeUpload(packageOf({}), 'call'))), {
      fileInput: 'a',
      send: 'pieces',
      chunkSizeBytes: 8,
      lastPiece: 'shorter',
      hasStart: true,
      startSteps: [],
      hasPieceAddress: false,
      hasStatus: false,
      hasAbort: false,
      hasFinish: false,
      processed: null,
      output: 'transfer',
      digests: { file: [], piece: [] },
      readsPieceAnswers: false,
    });
    assert.equal(describeUpload(packageOf({ finish: own }), 'call')!.output, 'finish');
    assert.equal(describeUpload(makePackage({}), 'call'), undefined);
  });
});
