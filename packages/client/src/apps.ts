import type {
  AppDetail,
  AppList,
  AppPackage,
  AppRelease,
  AppUpdate,
  InstalledApp,
  NewAppInstallation,
  RemovedApp,
  SampleCount,
} from '@tallyhook/schemas/api';
import type { RoutePlace } from '@tallyhook/schemas/routes';
import type { Caller } from './caller.ts';

/** The apps of the branch. */
export interface Apps {
  /** Lists the apps in the marketplace, and those on the branch. */
  list(): Promise<AppList>;
  get(app: string): Promise<AppDetail>;
  /** Writes the sample records that the branch lacks. */
  loadSamples(app: string): Promise<SampleCount>;
  removeSamples(app: string): Promise<SampleCount>;
}

/** What only a person can do with apps. */
export interface ManagedApps extends Apps {
  /** Installs an app, or changes its version. @throws Problem `would_lose`, unless `acceptLoss`. */
  install(installation: NewAppInstallation): Promise<InstalledApp>;
  /** Tells what another version would change. Nothing is written. */
  planUpdate(app: string, options?: { version?: string }): Promise<AppUpdate>;
  /** Removes an app with its types and their records. @throws Problem `in_use`, unless `evenIfUsed`. */
  remove(app: string, options?: RoutePlace<'DELETE /api/installed-apps/:app'>['query']): Promise<RemovedApp>;
  /** Releases a package, as `tallyhook app build` writes it. */
  release(released: AppPackage): Promise<AppRelease>;
}

export function createApps({ call }: Caller): ManagedApps {
  return {
    list: () => call('GET /api/apps', {}),
    get: (app) => call('GET /api/apps/:app', { path: { app } }),
    loadSamples: (app) => call('POST /api/installed-apps/:app/samples', { path: { app } }),
    removeSamples: (app) => call('DELETE /api/installed-apps/:app/samples', { path: { app } }),
    install: (installation) => call('POST /api/apps', { body: installation }),
    planUpdate: (app, options = {}) =>
      call('GET /api/installed-apps/:app/update', { path: { app }, query: { version: options.version } }),
    remove: (app, options) => call('DELETE /api/installed-apps/:app', { path: { app }, query: options }),
    release: (released) => call('POST /api/app-releases', { body: released }),
  };
}
