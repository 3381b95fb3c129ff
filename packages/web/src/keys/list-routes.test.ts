import assert from 'node:assert/strict';
import { addressOfRoute, listRoutes } from './list-routes.ts';

describe('the addresses of the interface', () => {
  const parameter = (name: string, place: string) => ({ name, in: place, required: place === 'path' });
  const [route, file, question] = listRoutes({
    paths: {
      '/api/records/{id}': {
        patch: {
          summary: 'Changes a record.',
          parameters: [parameter('id', 'path'), parameter('type', 'query'), parameter('branch', 'query')],
          requestBody: { content: { 'application/json': {} } },
        },
      },
      '/api/files': {
        post: {
          security: [{ key: [] }, { session: [] }],
          requestBody: { content: { 'application/octet-stream': {} } },
        },
      },
      '/api/query': { post: { security: [{ key: [] }] } },
    },
  });

  it('name their parameters, without those that the page sets, and what their body is', () => {
    assert.equal(route!.name, 'PATCH /api/records/{id}');
    assert.deepEqual(
      route!.parameters.map(({ name, isRequired }) => [name, isRequired]),
      [
        ['id', true],
        ['type', false],
      ],
    );
    assert.deepEqual(
      [route, file, question].map((one) => one!.bodyType),
      ['application/json', 'application/octet-stream', undefined],
    );
  });

  it('say whether they take keys, and whether they take the person', () => {
    const admitted = [route, file, question].map((one) => [one!.takesKey, one!.takesPerson]);
    assert.deepEqual(admitted, [
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  it('are filled with what was typed, and nothing typed leaves them', () => {
    const place = { workspace: 'w', branch: 'main' };
    const address = addressOfRoute(route!, { id: '../x?y', type: 'a b' }, place);
    assert.equal(address, '/api/records/..%2Fx%3Fy?type=a+b&workspace=w&branch=main');
    assert.equal(addressOfRoute(question!, {}, undefined), '/api/query');
  });
});
