import { openStore } from '@tallyhook/store';
import { ensureOwner } from './owner.ts';
import type { Progress } from './progress.ts';
import type { Settings } from './settings.ts';
import type { Started } from './supervisor.ts';

export interface FinishStartOptions {
  settings: Settings;
  started: Started;
  progress: Progress;
}

/** Makes the owner and the demo workspace unless they are there. Answers how to sign in. */
export async function finishStart({ settings, started, progress }: FinishStartOptions): Promise<string> {
  const store = await openStore({ uri: started.mongodbUri, databasePrefix: settings.databasePrefix });
  try {
    const owner = await progress.stage('owner', () => ensureOwner(store, started.home, settings));
    return owner.howToSignIn;
  } finally {
    await store.close();
  }
}
