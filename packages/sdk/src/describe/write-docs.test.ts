import assert from 'node:assert/strict';
import { oauthPackage } from '../../test/token-service.ts';
import { makePackage } from '../../test/make-package.ts';
import { writeDocs } from './write-docs.ts';

const hostile = '<script>alert(1)</script> ```js\n# Heading\n- *a* [b](javascript:c) &lt; ~~d~~ __e__ \\';
const shown =
  '&lt;script>alert(1)&lt;/script> \\`\\`\\`js\n\\# Heading\n\\- \\*a\\* \\[b](javascript:c) &amp;lt; \\~~d\\~~ \\_\\_e\\_\\_ \\\\';

describe('connector docs in Markdown', () => {
  const oneLine = shown.replaceAll('\n', ' ').replace('\\# H', '# H').replace('\\- ', '- ');
  const docs = writeDocs(
    makePackage({
      connector: {
        name: hostile,
        description: hostile,
        account: {
          fields: [{ name: 'shop', label: hostile, description: hostile }],
          label: '{{account.shop}}',
          externalId: '{{account.shop}}',
        },
      },
      action: {
        label: hostile,
        description: hostile,
        input: { type: 'object', properties: { 'a``b': { title: 'T', description: hostile } } },
      },
      webhook: { label: hostile, description: hostile },
    }),
  );

  it('escapes names, labels and descriptions', () => {
    const lines = docs.split('\n');
    assert.equal(lines.filter((line) => line === `# ${oneLine}`).length, 1);
    assert.equal(lines.filter((line) => line === `### ${oneLine}`).length, 2);
    assert.ok(docs.includes(`\n\n${shown}\n\nConnector`));
    assert.ok(docs.includes(`Action \`call\`. ${shown}\n`));
    assert.ok(docs.includes('| ``` a``b ``` | any | no | T: &lt;script>'));
    assert.doesNotMatch(docs.replace(/^<!-- .* -->/, ''), /</);
    assert.doesNotMatch(docs, /(?<!\\)```js/);
    assert.equal(docs.match(/^#/gm)?.length, 1 + 3 + 2);
  });

  it('does not change words and addresses', () => {
    const description = 'Takes snake_case, see https://example.com/a_b?c=1&d=2 (3 - 4 = 5).';
    assert.ok(writeDocs(makePackage({ connector: { description } })).includes(`\n${description}\n`));
  });

  it('names the optional scopes of a sign-in, and the scopes that an action needs', () => {
    const optionalScopes = [{ scope: 'files.write', description: 'Upload files | folders' }];
    const released = oauthPackage({ optionalScopes });
    const action = { ...makePackage({}).actions['call']!, scopes: ['read', 'files.write'] };
    const made = writeDocs({ ...released, actions: { call: action } });
    assert.ok(made.includes('| `files.write` | Upload files \\| folders |'), made);
    assert.ok(made.includes('It needs the scopes `read`, `files.write`.'), made);
  });

  it('lists the keys and types of the items of a list', () => {
    const item = {
      type: 'object' as const,
      properties: { name: { type: 'string' as const }, size: { type: 'integer' as const } },
      required: ['name'],
    };
    const lines = { type: 'array' as const, items: item };
    const made = writeDocs(makePackage({ action: { input: { type: 'object', properties: { lines } } } }));
    assert.ok(made.includes('| `lines` | list of object (`name`: string, required; `size`: integer) | no |'), made);
  });
});
