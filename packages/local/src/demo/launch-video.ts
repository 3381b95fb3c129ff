import type { SavedFile } from '@tallyhook/schemas/api';
import type { ApiClient } from './api-client.ts';
import { demoOwner } from './demo-definitions.ts';
import { ensureWorkflow } from './ensure-workflow.ts';

const fileName = 'launch-video.mp4';
const workflowName = 'Upload the launch video';
const mebibyte = 1024 * 1024;
const sizeMebibytes = 64;

interface LaunchVideoOptions {
  api: ApiClient;
  /** The same client within the demo workspace. */
  demo: ApiClient;
  accounts: { github: string; youtube: string };
  workspaceId: string;
}

/**
 * Creates a workflow that sends a file to YouTube and runs it once, so that there is an upload to watch. A practice
 * service plays YouTube and takes the file slowly; the file is not a real video.
 */
export async function addLaunchVideo({ api, demo, accounts, workspaceId }: LaunchVideoOptions): Promise<void> {
  const file = await ensureFile(demo);
  const workflow = await ensureWorkflow(demo, launchWorkflow(file.id));
  await demo.call('PATCH /api/workflows/:id/settings', { path: { id: workflow.id }, body: { on: true, accounts } });
  await announceLaunch(api, workspaceId);
}

async function ensureFile(demo: ApiClient): Promise<SavedFile> {
  const { files } = await demo.call('GET /api/files', {});
  const line = Buffer.from('This is not a video: it only shows how a file is sent. ');
  const block = Buffer.alloc(mebibyte, line);
  const body = new Blob(Array<Buffer<ArrayBuffer>>(sizeMebibytes).fill(block));
  return (
    files.find(({ name }) => name === fileName) ??
    (await demo.call('POST /api/files', {
      query: { name: fileName },
      raw: { headers: { 'Content-Type': 'video/mp4' }, body },
    }))
  );
}

function launchWorkflow(fileId: string) {
  return {
    name: workflowName,
    description:
      'Runs when a release is published on GitHub. In the demo both GitHub and YouTube are practice services.',
    trigger: { kind: 'connector', connector: 'github', events: ['release.published'] },
    steps: [
      {
        id: 'upload',
        kind: 'action',
        name: 'Send the video to YouTube (practice)',
        connector: 'youtube',
        action: 'upload-video',
        input: { title: 'Launch of {{trigger.payload.release.name}}', privacyStatus: 'unlisted', file: fileId },
      },
    ],
  };
}

/** The delivery that GitHub would send. A workspace gets it only once, even after interrupted starts. */
async function announceLaunch(api: ApiClient, workspaceId: string): Promise<void> {
  const payload = {
    action: 'published',
    release: { name: 'Tallyhook 1.0', tag_name: 'v1.0.0' },
    repository: { name: 'launch', owner: { login: demoOwner } },
  };
  const headers = {
    'Content-Type': 'application/json',
    'X-GitHub-Event': 'release',
    'X-GitHub-Delivery': `practice-launch-${workspaceId}`,
  };
  await api.call('POST /hooks/:connector', {
    path: { connector: 'github' },
    raw: { headers, body: JSON.stringify(payload) },
  });
}
