import { getConnectorFolder } from '@tallyhook/store/connectors';
import { defineRoute } from '../route.ts';

export const postFixtureRuns = defineRoute({
  method: 'post',
  path: '/api/connector-folders/:id/fixture-runs',
  access: { person: 'manage' },
  summary: 'Runs all fixtures of a connector in the making without its service, as `tallyhook test`.',
  answer: 'FixtureRuns',
  problems: ['invalid_connector'],
  async handler(request, { store, fixtureWork }) {
    const { workspaceId } = request.caller;
    const { files } = await getConnectorFolder(store, { workspaceId, connector: request.params.id });
    const { results, coverage } = await fixtureWork.run({ kind: 'fixtures', files });
    return {
      results: results.map(({ name, differences }) => ({
        ...{ file: `fixtures/${name}.json`, isOk: differences.length === 0, differences },
        ...(differences[0] !== undefined && { message: differences[0] }),
      })),
      coverage,
    };
  },
});
