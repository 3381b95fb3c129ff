import { Problem } from '@tallyhook/schemas';
import type { ReleasePost } from '@tallyhook/schemas/api';
import { readPackage } from '@tallyhook/sdk';
import { previewRelease, releaseConnector } from '@tallyhook/store/connectors';
import { packageLimitBytes } from '../connectors/package-body.ts';
import { refuseSmallStep } from '../connectors/refuse-small-step.ts';
import { defineRoute, sent } from '../route.ts';

const maxNotesLength = 4_000;

/**
 * Releases a compiled connector, after repeating all checks of the compiler. With `dryRun`, only
 * runs the checks and returns what would be released.
 */
export const postConnectorReleases = defineRoute({
  method: 'post',
  path: '/api/connectors/releases',
  access: { person: 'manage' },
  summary: "Releases a connector package: for everybody from the operators' workspace, else for the workspace alone.",
  parameters: { dryRun: { kind: 'flag' } },
  body: { json: 'ReleasePost', unchecked: 'object', limitBytes: packageLimitBytes },
  answer: 'Release',
  status: 201,
  also: { 200: { description: 'With `dryRun`: what would be released. Nothing was.', answer: 'ReleasePreview' } },
  problems: ['invalid_connector', 'invalid_input', 'already_exists'],
  async handler(request, { store }, response) {
    const { workspaceId, by } = request.caller;
    const { given, notes } = readPost(request.body as ReleasePost);
    const released = readPackage(given);
    await refuseSmallStep(store, workspaceId, released);
    if (request.parameters.dryRun) {
      response.json(await previewRelease(store, released, { workspaceId }));
      return sent;
    }
    return releaseConnector(store, released, { workspaceId, by, notes });
  },
});

/** A package is checked by the compiler, which names its mistakes better than the schema. */
function readPost(body: ReleasePost): { given: unknown; notes?: string } {
  if (!('package' in body)) return { given: body };
  const { notes } = body;
  const isText = typeof notes === 'string' && notes.trim() !== '' && notes.length <= maxNotesLength;
  if (isText) return { given: body.package, notes };
  const detail = `"notes" must be a text of at most ${maxNotesLength} characters; to release without notes, send the package alone.`;
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/notes', code: 'invalid_value', detail }] });
}
