import assert from 'node:assert/strict';
import { duplicatePart, pathAfter, renamePart } from './rename-part.ts';

const files = {
  'connector.json': '{ "id": "crm" }',
  'README.md': '| `find` | Finds a contact, as finders find |\n',
  'actions/find.json': '{ "label": "Find" }',
  'actions/add.json': '{ "label": "Add" }',
  'webhooks/find.json': '{ "label": "Found" }',
  'fixtures/found.json': '{ "kind": "action", "action": "find",  "input": { "action": "find" } }',
  'fixtures/rung.json': '{ "kind": "webhook", "webhook": "find" }',
  'workflows/both.json':
    '{"trigger": {"connector": "crm", "webhook": "find"}, "steps": [{"steps": [{"connector": "crm", "action": "find"}]}, {"connector": "other", "action": "find"}]}',
};

describe('renaming a part of a connector', () => {
  it('renames an action with its fixtures, workflows and README, and nothing else', () => {
    const renamed = renamePart(files, 'actions/find.json', 'find-contact');
    const { 'actions/find.json': moved, ...others } = files;
    assert.deepEqual(renamed, {
      path: 'actions/find-contact.json',
      files: {
        ...others,
        'actions/find-contact.json': moved,
        'README.md': '| `find-contact` | Finds a contact, as finders find |\n',
        'fixtures/found.json': '{ "kind": "action", "action": "find-contact",  "input": { "action": "find" } }',
        'workflows/both.json': files['workflows/both.json'].replace(
          '"connector": "crm", "action": "find"',
          '"connector": "crm", "action": "find-contact"',
        ),
      },
    });
  });

  it('renames a webhook with its fixtures and the triggers of workflows', () => {
    const { files: renamed } = renamePart(files, 'webhooks/find.json', 'found');
    assert.equal(renamed['fixtures/rung.json'], '{ "kind": "webhook", "webhook": "found" }');
    assert.match(renamed['workflows/both.json']!, /"connector": "crm", "webhook": "found"/);
    assert.equal(renamed['fixtures/found.json'], files['fixtures/found.json']);
  });

  it('refuses names that cannot be one, and names that are taken', () => {
    assert.throws(() => renamePart(files, 'actions/find.json', 'Find a contact'), /such as "find-a-contact"/);
    assert.throws(() => renamePart(files, 'actions/find.json', '../x'), /beginning with a letter/);
    assert.throws(() => renamePart(files, 'actions/find.json', 'add'), /There is a file actions\/add\.json already/);
    assert.equal(renamePart(files, 'actions/find.json', 'find').files, files);
  });

  it('finds a part again after its rename is undone, and none that is gone', () => {
    const renamed = renamePart(files, 'actions/find.json', 'zoom');
    assert.equal(pathAfter(renamed.files, files, 'actions/zoom.json'), 'actions/find.json');
    assert.equal(pathAfter(files, renamed.files, 'actions/find.json'), 'actions/zoom.json');
    assert.equal(pathAfter(renamed.files, files, 'actions/add.json'), 'actions/add.json');
    const copied = duplicatePart(files, 'actions/add.json');
    assert.equal(pathAfter(copied.files, files, copied.path), undefined);
  });

  it('copies a part under a free name, and labels it as a copy', () => {
    const once = duplicatePart(files, 'actions/find.json');
    assert.deepEqual([once.path, once.files[once.path]], ['actions/find-copy.json', '{ "label": "Find (copy)" }']);
    assert.equal(duplicatePart(once.files, 'actions/find.json').path, 'actions/find-copy-2.json');
    assert.equal(
      duplicatePart(files, 'fixtures/rung.json').files['fixtures/rung-copy.json'],
      files['fixtures/rung.json'],
    );
  });
});
