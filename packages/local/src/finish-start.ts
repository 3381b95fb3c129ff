import { openStore, type Store } from '@tallyhook/store';
import { endSession, openSession } from '@tallyhook/store/people';
import { createWorkspace, listWorkspacesOf } from '@tallyhook/store/workspaces';
import { createApiClient } from './demo/api-client.ts';
import { ensureDemo } from './demo/ensure-demo.ts';
import { ensureOwner } from './owner.ts';
import type { Progress } from './progress.ts';
import type { Settings } from './settings.ts';
import type { Started } from './supervisor.ts';

export interface FinishStartOptions {
  settings: Settings;
  started: Started;
  progress: Progress;
}

const firstWorkspaceName = 'Home';

/** Creates the owner, and the demo or a first workspace, if missing. Returns how to sign in. */
export async function finishStart({ settings, started, progress }: FinishStartOptions): Promise<string> {
  const { mongodbUri, practice } = started;
  const store = await openStore({ uri: mongodbUri, databasePrefix: settings.databasePrefix });
  try {
    const owner = await ensureOwner(store, started.home, settings);
    let isDemoNew = false;
    if (settings.demo)
      isDemoNew = await progress.stage('demo workspace', () => finishDemo(store, started, owner.personId));
    else await ensureWorkspace(store, owner.personId);
    if (practice !== undefined) sayPractice(progress, practice.addresses, isDemoNew);
    return owner.howToSignIn;
  } finally {
    await store.close();
  }
}

/** Nobody should mistake a stand-in for the real service. */
function sayPractice(
  progress: Progress,
  { github, youtube }: NonNullable<Started['practice']>['addresses'],
  isDemoNew: boolean,
): void {
  progress.say(`  A practice service stands in for GitHub: ${github}/__practice/kept shows what it received`);
  progress.say(`  A practice service stands in for YouTube: ${youtube}/__practice/kept shows what it received`);
  if (isDemoNew) progress.say('  A practice upload, slow enough to watch, has started: see Runs');
}

/** Creates the demo as its owner, in a temporary session. */
async function finishDemo(store: Store, { address, home, practice }: Started, personId: string): Promise<boolean> {
  const { token, session } = await openSession(store, { personId, now: new Date() });
  try {
    return await ensureDemo({ api: createApiClient(address, token), home, practiceToken: practice?.token });
  } finally {
    await endSession(store, session, { now: new Date() });
  }
}

async function ensureWorkspace(store: Store, personId: string): Promise<void> {
  if ((await listWorkspacesOf(store, personId)).workspaces.length > 0) return;
  await createWorkspace(store, { name: firstWorkspaceName, personId, now: new Date() });
}
