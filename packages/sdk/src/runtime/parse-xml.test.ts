import assert from 'node:assert/strict';
import { parseXml } from './parse-xml.ts';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseXml(text)));

describe('parseXml', () => {
  it('reads elements by name, repeated ones as a list, attributes and text', () => {
    const feed = `<?xml version="1.0"?>
      <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015">
        <link rel="hub" href="https://hub.example.com"/><link rel="self">here</link>
        <entry><yt:videoId>a&amp;b&#x21;</yt:videoId><title><![CDATA[1 < 2]]></title><empty/></entry>
      </feed>`;
    assert.deepEqual(plain(feed), {
      feed: {
        '@xmlns:yt': 'http://www.youtube.com/xml/schemas/2015',
        link: [
          { '@rel': 'hub', '@href': 'https://hub.example.com' },
          { '@rel': 'self', '#text': 'here' },
        ],
        entry: { 'yt:videoId': 'a&b!', title: '1 < 2', empty: '' },
      },
    });
  });

  it('reads an element named as a part of every object', () => {
    assert.deepEqual(plain('<a><__proto__>1</__proto__><constructor>2</constructor></a>'), {
      a: Object.fromEntries([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    });
  });

  it('refuses a document type, an unknown entity and what is not XML', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>';
    assert.throws(() => parseXml(bomb), /document type/);
    assert.throws(() => parseXml('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'), /document type/);
    assert.throws(() => parseXml('<a>&c;</a>'), /entity/);
    assert.throws(() => parseXml('<a><b></a>'), /unexpected close tag|unclosed/);
    assert.throws(() => parseXml('{"a":1}'));
    assert.throws(() => parseXml(''));
  });

  it('refuses deep nesting and too many elements', () => {
    assert.ok(parseXml('<a>'.repeat(100) + '</a>'.repeat(100)));
    assert.throws(() => parseXml('<a>'.repeat(101) + '</a>'.repeat(101)), /nested more than 100 levels/);
    assert.throws(() => parseXml(`<a>${'<b/>'.repeat(200_000)}</a>`), /more than 200000 elements/);
  });
});
