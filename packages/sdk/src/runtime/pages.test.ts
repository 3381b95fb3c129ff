import assert from 'node:assert/strict';
import type { Pagination } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { ActionError } from '../action-error.ts';
import type { Http } from '../http/http.ts';
import { nextLink } from './link-header.ts';
import { runAction } from './run-action.ts';
import type { Pause } from './take-turn.ts';

interface Given {
  json?: unknown;
  /** The raw body instead of JSON. */
  text?: string;
  headers?: Record<string, string>;
  status?: number;
}

/** A service that gives these answers in order, and the requests it received. */
function serving(...answers: Given[]): { http: Http; asked: string[] } {
  const asked: string[] = [];
  const http: Http = {
    send: async ({ url, headers: { Authorization: token = 'nobody' } }) => {
      const {
        json = {},
        text = JSON.stringify(json),
        headers = {},
        status = 200,
      } = answers[asked.length] ?? { status: 599 };
      asked.push(`${url.replace('https://api.example.com/v1', '')}${token.includes('canary') ? '' : ' by nobody'}`);
      const body = Buffer.from(text);
      return { status, headers: { 'content-type': 'application/json', ...headers }, body };
    },
    sendStream: () => Promise.reject(new Error('no file is sent here')),
    close: () => Promise.resolve(),
  };
  return { http, asked };
}

async function list(
  { pagination, query = {}, output }: { pagination: Pagination; query?: Record<string, string>; output?: unknown },
  ...answers: Given[]
): Promise<{ asked: string[]; waited?: number[]; output?: unknown; pages?: number | undefined; error?: string }> {
  const request = { method: 'GET' as const, path: '/list', query, ...(output === undefined ? {} : { output }) };
  const { http, asked } = serving(...answers);
  const waited: number[] = [];
  try {
    const released = makePackage({ request, action: { pagination } });
    const options = { input: { a: 'x' }, account, http, pause: pauseOf(waited) };
    const done = await runAction(released, 'call', options);
    return { asked, output: done.output, pages: done.pages, ...(waited.length > 0 && { waited }) };
  } catch (error) {
    return {
      asked,
      ...(waited.length > 0 && { waited }),
      error: `${(error as ActionError).class}: ${(error as Error).message}`,
    };
  }
}

/** Records waits, and refuses long ones like the usual pause. */
function pauseOf(waited: number[]): Pause {
  return async (waitMs) => {
    if (waitMs > 30_000) throw new ActionError('rate_limit', 'too long');
    waited.push(waitMs);
  };
}

const items = 'response.body.items';

describe('unreadable page', () => {
  const whole = { json: { items: [1], next: 'two' } };
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const broken: [title: string, answer: Given, came: string][] = [
    ['truncated JSON', { text: '{"items": [2, 3' }, 'invalid JSON'],
    ['HTML', { text: '<h1>Soon</h1>', headers: html }, '"text/html; charset=utf-8"'],
    ['nothing', { text: '' }, 'an empty body'],
    ['a single text', { text: '"OK"' }, 'a single string'],
  ];
  for (const kind of ['cursor', 'page'] as const) {
    const pagination: Pagination =
      kind === 'cursor' ? { kind, items, cursor: '{{response.body.next}}' } : { kind, items };
    for (const [title, answer, came] of broken) {
      it(`is an error, not an empty page (by ${kind}): ${title}`, async () => {
        const quoted = answer.text === '' ? '' : `: ${answer.text}`;
        const error = `fatal: api.example.com answered 200 with ${came} instead of a page of a list${quoted}`;
        assert.deepEqual((await list({ pagination }, answer)).error, error);
        assert.deepEqual((await list({ pagination }, whole, answer)).error, error);
      });
    }
  }

  it('differs from a list that is absent or null, and from 204', async () => {
    const pagination: Pagination = { kind: 'page', items };
    const bare: Pagination = { kind: 'page', items: 'response.body' };
    for (const answer of [
      {},
      { json: { items: null } },
      { status: 204, text: '' },
      { status: 204, text: '', headers: html },
    ])
      assert.deepEqual((await list({ pagination }, whole, answer)).output, [1]);
    assert.deepEqual((await list({ pagination: bare }, { json: null })).output, []);
  });
});

describe('pagination by cursor', () => {
  const pagination: Pagination = { kind: 'cursor', items, cursor: '{{response.body.next}}' };
  const query = { a: '{{a}}', after: '{{page.cursor}}' };

  it('requests pages until there is no cursor, and joins them into one list', async () => {
    const answers = [
      { json: { items: [1, 2], next: 'two&' } },
      { json: { items: [], next: 3 } },
      { json: { items: [4], next: '' } },
    ];
    assert.deepEqual(await list({ pagination, query }, ...answers), {
      asked: ['/list?a=x', '/list?a=x&after=two%26', '/list?a=x&after=3'],
      output: [1, 2, 4],
      pages: 3,
    });
  });

  it('continues from the last element as long as the response says there are more', async () => {
    const byLast: Pagination = {
      kind: 'cursor',
      items,
      cursor: '{{last.id}}',
      more: [{ path: 'response.body.more', is: true }],
    };
    const answers = [{ json: { items: [{ id: 7 }], more: true } }, { json: { items: [{ id: 9 }], more: false } }];
    const { asked, output } = await list({ pagination: byLast, query: { after: '{{page.cursor}}' } }, ...answers);
    assert.deepEqual(
      [asked, output],
      [
        ['/list', '/list?after=7'],
        [{ id: 7 }, { id: 9 }],
      ],
    );
  });

  it('fails when a cursor repeats instead of looping forever', async () => {
    const answers = ['a', 'b', 'a'].map((next) => ({ json: { items: [next], next } }));
    const { asked, error } = await list({ pagination, query }, ...answers);
    assert.match(error!, /^fatal: a response named the cursor "a" a second time/);
    assert.equal(asked.length, 3);
  });

  it('fails beyond maxPages and stops at maxItems', async () => {
    const answers = ['a', 'b', 'c'].map((next) => ({ json: { items: [next, next], next } }));
    const tooMany = await list({ pagination: { ...pagination, maxPages: 2 }, query }, ...answers);
    assert.match(
      tooMany.error!,
      /^fatal: there are more than 2 pages; request fewer items, or raise pagination.maxPages$/,
    );
    const wanted = await list({ pagination: { ...pagination, maxPages: 2, maxItems: 3 }, query }, ...answers);
    assert.deepEqual([wanted.output, wanted.pages], [['a', 'a', 'b'], 2]);
  });

  it('resumes at the rate-limited page after the pause that the service asks for', async () => {
    const first = { json: { items: [1], next: 'b' } };
    const busy = { status: 429, headers: { 'retry-after': '7' } };
    const last = { json: { items: [2] } };
    assert.deepEqual(await list({ pagination, query }, first, busy, { status: 503 }, last), {
      asked: ['/list?a=x', '/list?a=x&after=b', '/list?a=x&after=b', '/list?a=x&after=b'],
      output: [1, 2],
      pages: 2,
      waited: [7_000, 2_000],
    });
  });

  it('fails if the pause is too long, if pauses do not help, and at once on the first page', async () => {
    const first = { json: { items: [1], next: 'b' } };
    const long = await list({ pagination, query }, first, { status: 429, headers: { 'retry-after': '31' } });
    assert.match(long.error!, /^rate_limit: api\.example\.com answered 429/);
    assert.equal(long.asked.length, 2);
    const busy = Array.from({ length: 9 }, () => ({ status: 429 }));
    const vain = await list({ pagination, query }, first, ...busy);
    assert.deepEqual([vain.asked.length, vain.waited], [5, [1_000, 2_000, 4_000]]);
    assert.deepEqual((await list({ pagination, query }, ...busy)).asked.length, 1);
  });

  it('treats a missing list as empty, and fails if the value is not a list', async () => {
    assert.deepEqual((await list({ pagination, query }, { json: {} })).output, []);
    const wrong = await list({ pagination, query }, { json: { items: { a: 1 } } });
    assert.match(wrong.error!, /^fatal: expected a list at response\.body\.items, got object$/);
  });

  it('renders the output from all elements and the last response', async () => {
    const output = { list: '{{items}}', count: '{{items.length}}', total: '{{response.body.total}}', a: '{{a}}' };
    const answers = [{ json: { items: [1], next: 'b' } }, { json: { items: [2], total: 2 } }];
    assert.deepEqual((await list({ pagination, query, output }, ...answers)).output, {
      list: [1, 2],
      count: 2,
      total: 2,
      a: 'x',
    });
  });
});

describe('pagination by address', () => {
  const byUrl: Pagination = { kind: 'nextUrl', items, url: 'response.body.next' };
  const next = (url: string) => ({ json: { items: [1], next: url } });
  const last = { json: { items: [2], next: null } };

  it('requests the named address with the credential and without the first query', async () => {
    const { asked, output } = await list(
      { pagination: byUrl, query: { size: '5' } },
      next('https://api.example.com/v1/list?size=5&p=%2F2'),
      last,
    );
    assert.deepEqual(
      [asked, output],
      [
        ['/list?size=5', '/list?size=5&p=%2F2'],
        [1, 2],
      ],
    );
  });

  it('accepts an address without a host', async () => {
    assert.deepEqual((await list({ pagination: byUrl }, next('/v1/list?p=2'), last)).asked, ['/list', '/list?p=2']);
    assert.deepEqual((await list({ pagination: byUrl }, next('?p=2'), last)).asked, ['/list', '/list?p=2']);
  });

  it('refuses other hosts, plain HTTP and addresses with a user name', async () => {
    const rows = [
      'https://evil.example/v1',
      'http://api.example.com/v1',
      '//evil.example',
      'https://a:b@api.example.com/',
    ];
    for (const url of rows) {
      const { asked, error } = await list({ pagination: byUrl }, next(url), last);
      assert.match(error!, /^fatal: the response names a next page/, url);
      assert.equal(asked.length, 1, url);
    }
  });

  it('finds the address in a list of links in any order', async () => {
    const pagination: Pagination = {
      kind: 'linkList',
      items,
      links: 'response.body.link',
      where: [{ path: 'link.relation', is: 'next' }],
      url: 'link.url',
    };
    const self = { relation: 'self', url: 'https://api.example.com/v1/list' };
    const previous = { relation: 'previous', url: 'https://api.example.com/v1/list?p=1' };
    const following = { relation: 'next', url: '/v1/list?p=2' };
    const { asked, output } = await list(
      { pagination },
      { json: { items: [1], link: [self, following] } },
      { json: { items: [2], link: [previous, { ...following, url: '/v1/list?p=3' }, self] } },
      { json: { items: [3], link: [self, previous] } },
    );
    assert.deepEqual(
      [asked, output],
      [
        ['/list', '/list?p=2', '/list?p=3'],
        [1, 2, 3],
      ],
    );
    for (const last of [{ items: [1] }, { items: [1], link: null }, { items: [1], link: [] }])
      assert.deepEqual((await list({ pagination }, { json: last })).output, [1]);
    const wrong = await list({ pagination }, { json: { items: [], link: { next: '/v1/list?p=2' } } });
    assert.match(wrong.error!, /^fatal: expected a list at response\.body\.link, got object$/);
    const odd = await list({ pagination }, { json: { items: [], link: [{ relation: 'next', url: 2 }] } });
    assert.match(odd.error!, /^fatal: expected an address at link\.url, got number$/);
  });

  it('finds the address in the Link header', async () => {
    const link = '<https://api.example.com/v1/list?p=1>; rel="prev", <https://api.example.com/v1/list?p=3>; rel="next"';
    const { asked, output } = await list(
      { pagination: { kind: 'linkHeader', items: 'response.body' } },
      { json: [1], headers: { link } },
      { json: [2], headers: { link: '<https://api.example.com/v1/list?p=1>; rel="first"' } },
    );
    assert.deepEqual(
      [asked, output],
      [
        ['/list', '/list?p=3'],
        [1, 2],
      ],
    );
  });

  it('reads every spelling of a Link header (RFC 8288)', () => {
    const rows: [header: string | undefined, found: string | undefined][] = [
      [undefined, undefined],
      ['<a>; rel=next', 'a'],
      ['<a>;title="x, <b>; rel=next";rel="prev next"', 'a'],
      ['<a,b;c>; rel="NEXT"', 'a,b;c'],
      ['<a>; rel="nextish", <b>; type="x" ; rel = "next"', 'b'],
      ['a; rel="next"', undefined],
      ['<>; rel="next"', undefined],
    ];
    for (const [header, found] of rows) assert.equal(nextLink(header, 'next'), found, header);
  });
});

describe('pagination by number', () => {
  const page = (...found: number[]) => ({ json: { items: found, total: 5 } });

  it('counts the elements before a page and stops at a short page', async () => {
    const pagination: Pagination = { kind: 'offset', items, size: 2 };
    const query = { from: '{{page.offset}}', size: '{{page.size}}' };
    assert.deepEqual(await list({ pagination, query }, page(1, 2), page(3, 4), page(5)), {
      asked: ['/list?from=0&size=2', '/list?from=2&size=2', '/list?from=4&size=2'],
      output: [1, 2, 3, 4, 5],
      pages: 3,
    });
  });

  it('continues after a short page if the service reports a total', async () => {
    const pagination: Pagination = { kind: 'offset', items, size: 3, total: 'response.body.total' };
    const query = { from: '{{page.offset}}' };
    const { asked, output } = await list({ pagination, query }, page(1, 2), page(3, 4), page(5));
    assert.deepEqual(
      [asked, output],
      [
        ['/list?from=0', '/list?from=2', '/list?from=4'],
        [1, 2, 3, 4, 5],
      ],
    );
  });

  it('counts from one or zero and stops at a short or empty page', async () => {
    const query = { p: '{{page.number}}' };
    const open = await list({ pagination: { kind: 'page', items }, query }, page(1, 2), page(3), page());
    assert.deepEqual(
      [open.asked, open.output],
      [
        ['/list?p=1', '/list?p=2', '/list?p=3'],
        [1, 2, 3],
      ],
    );
    const sized = await list({ pagination: { kind: 'page', items, size: 2, first: 0 }, query }, page(1, 2), page(3));
    assert.deepEqual(sized.asked, ['/list?p=0', '/list?p=1']);
  });

  it('goes on to an empty page if the declared total is null or absent, which is not zero', async () => {
    const answers = (total: unknown) =>
      [[{ id: 1 }, { id: 2 }], [{ id: 3 }], []].map((list_) => ({ json: { items: list_, total } }));
    for (const total of [null, undefined, '']) {
      for (const pagination of [
        { kind: 'page', items, total: 'response.body.total' },
        { kind: 'offset', items, size: 2, total: 'response.body.total' },
      ] as const) {
        const query = { p: '{{page.number}}', o: '{{page.offset}}' };
        const read: Record<string, string> = pagination.kind === 'page' ? { p: query.p } : { o: query.o };
        const { output, pages } = await list({ pagination, query: read }, ...answers(total));
        assert.deepEqual([output, pages], [[{ id: 1 }, { id: 2 }, { id: 3 }], 3]);
      }
    }
    const pagination: Pagination = { kind: 'page', items, total: 'response.body.total' };
    const { error } = await list({ pagination }, { json: { items: [1], total: { pages: 3 } } });
    assert.match(error!, /^fatal: expected a number at response\.body\.total, got \{"pages":3\}$/);
  });

  it('ends at an empty page even if more are reported', async () => {
    const pagination: Pagination = { kind: 'page', items, total: 'response.body.total' };
    const answers = [[{ id: 1 }], []].map((list_) => ({ json: { items: list_, total: 9 } }));
    assert.equal((await list({ pagination, query: { p: '{{page.number}}' } }, ...answers)).pages, 2);
  });

  it('fails at the second page if the service ignores its number and repeats the first', async () => {
    const same = { json: { items: [{ id: 1 }, { id: 2 }] } };
    const pagination: Pagination = { kind: 'page', items };
    const { asked, error } = await list({ pagination, query: { p: '{{page.number}}' } }, same, same, same);
    assert.equal(asked.length, 2);
    assert.match(error!, /^fatal: page 2 is the same as page 1: does the request use \{\{page\.number\}\}/);
  });

  it('stops at the last page if the service reports the number of pages', async () => {
    const pagination: Pagination = { kind: 'page', items, size: 9, total: 'response.body.total' };
    const pages = [1, 2, 3, 4, 5, 6].map((number) => page(number));
    assert.equal((await list({ pagination, query: { p: '{{page.number}}' } }, ...pages)).asked.length, 5);
  });
});
