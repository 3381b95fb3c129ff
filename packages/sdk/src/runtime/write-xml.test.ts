import assert from 'node:assert/strict';
import type { RequestBody } from '@tallyhook/schemas';
import { account, makePackage } from '../../test/make-package.ts';
import { goldenConnector } from '../../test/golden-connector.ts';
import { compileConnector } from '../compile/compile-connector.ts';
import { buildRequest } from './build-request.ts';
import { parseXml } from './parse-xml.ts';
import { writeXml } from './write-xml.ts';

const start = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The request of an action with this body. */
function send(body: RequestBody, input: object, headers: Record<string, string> = {}) {
  const request = { method: 'POST' as const, path: '/', body, headers };
  const sent = buildRequest(makePackage({ request }), 'call', { input, account });
  return { type: sent.headers['Content-Type'], text: sent.body!.toString('utf8') };
}

const order: RequestBody = {
  xml: {
    Order: {
      '@xmlns': 'urn:orders',
      '@id': '{{a}}',
      'dc:Note': { '@lang': 'en', '#text': '{{b}}' },
      Lines: { Line: { '{{#each c as |line|}}': { Sku: '{{line.sku}}', Count: '{{line.count}}' } } },
    },
  },
};

describe('an XML body', () => {
  it('has elements, attributes, texts and repeated elements from a structure', () => {
    const { type, text } = send(order, { a: 7, b: 'Hello', c: [{ sku: 'A1', count: 2 }, { sku: 'B2' }] });
    const lines = '<Lines><Line><Sku>A1</Sku><Count>2</Count></Line><Line><Sku>B2</Sku></Line></Lines>';
    const note = '<dc:Note lang="en">Hello</dc:Note>';
    assert.equal(text, `${start}<Order xmlns="urn:orders" id="7">${note}${lines}</Order>`);
    assert.equal(type, 'application/xml');
    assert.equal(send(order, {}, { 'Content-Type': 'text/xml' }).type, 'text/xml');
  });

  it('lets no value become an element or an attribute', () => {
    const evil = '"/></Note>\n<Admin>&amp;]]>\'\t\r';
    const { text } = send({ xml: { Note: { '@by': '{{a}}', '#text': '{{a}}' } } }, { a: evil });
    assert.equal(text.match(/<\w/g)!.length, 1);
    assert.deepEqual(JSON.parse(JSON.stringify(parseXml(text))), { Note: { '@by': evil, '#text': evil } });
  });

  it('omits elements without a value, but not the outermost', () => {
    assert.equal(send({ xml: { A: { B: '{{a}}', C: { D: '{{b}}' } } } }, {}).text, `${start}<A/>`);
    assert.equal(send({ xml: { A: '{{a}}' } }, {}).text, `${start}<A/>`);
    assert.equal(
      send({ xml: { A: { B: '{{a}}', C: { '{{else}}': '' } } } }, { a: false }).text,
      `${start}<A><B>false</B><C/></A>`,
    );
  });

  it('is read as it was written', () => {
    const value = { A: { '@a': '1', B: ['x', { C: 'y', '@z': '' }], '#text': 'ü < & 😀' } };
    assert.deepEqual(JSON.parse(JSON.stringify(parseXml(writeXml('A', value.A)))), value);
  });

  it('refuses what XML cannot hold, and names the place', () => {
    const refused = (xml: Record<string, unknown>, a: unknown): void =>
      assert.throws(() => send({ xml }, { a }), /^ActionError: request\.body\.xml: .*(cannot|XML)/);
    refused({ A: '{{a}}' }, 'a\u0000b');
    refused({ A: '{{a}}' }, '\ud800');
    refused({ A: '{{a}}' }, { 'not a name': 1 });
    refused({ A: { '@b': '{{a}}' } }, ['x']);
    refused({ A: '{{a}}' }, { '#text': { b: 1 } });
  });

  it('is checked with the connector', () => {
    const found = (xml: unknown, headers?: object): string[] => {
      const file = 'actions/create-issue.json';
      const action = JSON.parse(goldenConnector[file]!) as { request: { body: unknown; headers: unknown } };
      action.request = { ...action.request, body: { xml }, headers };
      const texts = new Map(Object.entries({ ...goldenConnector, [file]: JSON.stringify(action) }));
      const { problems } = compileConnector(texts);
      return problems
        .filter(({ pointer }) => pointer.startsWith('#/request'))
        .map(({ pointer, code }) => `${pointer.replace('#/request/', '')} ${code}`);
    };
    assert.deepEqual(found({ Issue: { Title: '{{title}}' } }), []);
    assert.deepEqual(found({ Issue: { Title: '{{titel}}' } }), ['body/xml/Issue/Title unknown_name']);
    assert.deepEqual(found({ Issue: { 'First name': 'a', '@x': ['a'] } }), [
      'body/xml/Issue/First%20name wrong_format',
      'body/xml/Issue/@x wrong_type',
    ]);
    assert.deepEqual(found({ Issue: { '{{#each labels as |label|}}': '{{label}}' } }), ['body/xml/Issue wrong_format']);
    assert.deepEqual(found({ '#text': '{{title}}' }), ['body/xml/%23text wrong_format']);
    assert.deepEqual(found({ Issue: '{{title}}' }, { 'Content-Type': 'application/json' }), [
      'headers/Content-Type header_set_by_body',
    ]);
  });
});
