import assert from 'node:assert/strict';
import fc from 'fast-check';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import { buildRequest } from '../runtime/build-request.ts';
import { renderTemplate } from './render.ts';
import { compileTemplate } from './template.ts';

/** Text with many characters that are special in templates. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('{{', '}}', '{', '}', '[', ']', '|', '#', '/', 'if', 'each', 'as', '\\', '\n', '"', '.', 'a'),
    ),
  )
  .map((parts) => parts.join(''));

describe('any template', () => {
  it('compiles, or is refused with problems at places inside its text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { template, problems } = compileTemplate(text);
        assert.equal(template === undefined, problems.length > 0);
        for (const { offset } of problems) assert.ok(offset >= 0 && offset <= text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('renders as its text if it has no slots', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('{{'));
    fc.assert(fc.property(plain, (text) => assert.equal(renderTemplate(text, {}), text)));
  });

  it('inserts any text unchanged', () => {
    const plain = fc.string().filter((text) => !text.includes('{') && !text.endsWith('\\'));
    fc.assert(
      fc.property(plain, fc.string({ unit: 'binary' }), (text, a) =>
        assert.equal(renderTemplate(`${text}-{{a}}`, { a }), `${text}-${a}`),
      ),
    );
  });

  it('inserts any value as valid JSON with |json', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (a) => {
        const text = renderTemplate('{"a":{"b":{{a|json}}},"c":[{{a|asciijson}}]}', { a }) as string;
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify({ a: { b: a }, c: [a] })));
      }),
    );
  });
});

describe('any value', () => {
  const build = (parts: object, a: unknown) => {
    const request = { method: 'GET' as const, path: '/', ...parts };
    try {
      return buildRequest(makePackage({ request }), 'call', { input: { a }, account });
    } catch (error) {
      if (error instanceof ActionError) return undefined;
      throw error;
    }
  };
  const pathText = fc
    .array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('..', '.', '/', '%2e', '%2F', '\\', '@', '#', '?', ':')),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(''));

  it("stays in its path segment, on the connector's host", () => {
    for (const path of ['/x/{{a}}/y', '/x/{{a|url}}/y', '/{{a}}']) {
      fc.assert(
        fc.property(pathText, (a) => {
          const request = build({ path }, a);
          if (request === undefined) return;
          const url = new URL(request.url);
          assert.equal(url.host, 'api.example.com');
          assert.equal(url.search + url.hash, '');
          assert.equal(url.pathname.split('/').length, `/v1${path}`.split('/').length);
        }),
        { numRuns: 500 },
      );
    }
  });

  it('never splits a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (a) => {
        const value = build({ headers: { 'X-A': 'v {{a}}' } }, a)?.headers['X-A'];
        assert.ok(value === undefined || !/[\r\n\0]/.test(value));
      }),
    );
  });

  it('becomes exactly one query parameter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (a) => {
        const request = build({ query: { q: '{{a}}', z: 1 } }, a)!;
        assert.deepEqual(
          [...new URL(request.url).searchParams],
          [
            ['q', a],
            ['z', '1'],
          ],
        );
      }),
    );
  });
});
