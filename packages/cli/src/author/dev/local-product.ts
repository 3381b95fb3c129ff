import { Problem } from '@tallyhook/schemas';
import type { ConnectorPackage } from '@tallyhook/sdk';
import type { Api } from '../../api.ts';

/** The outcome of installing a build. */
export type Installed = { version: string; tookMs: number; isReleased: boolean } | { refused: string; isAway: boolean };

/** The product, with the workspace in which each good build is installed. */
export interface LocalProduct {
  /** Installs a build and returns refusals as values. Sends nothing if the content is unchanged. */
  install(released: ConnectorPackage): Promise<Installed>;
}

export function createLocalProduct(api: Api): LocalProduct {
  let last: { sha256: string; installed: Installed } | undefined;
  const isInMarketplace = async (id: string): Promise<boolean> => {
    const { marketplace } = await api.call('GET /api/connectors');
    return marketplace.some(({ connector }) => connector === id);
  };
  return {
    async install(released) {
      if (last?.sha256 === released.sha256) return last.installed;
      try {
        // Check first; afterwards it always reports "installed".
        const isReleased = await isInMarketplace(released.connector.id);
        const startedAt = performance.now();
        const { version } = await api.call('POST /api/connectors/builds', { body: released });
        const installed = { version, tookMs: Math.round(performance.now() - startedAt), isReleased };
        last = { sha256: released.sha256, installed };
        return installed;
      } catch (error) {
        if (error instanceof Problem) return { refused: error.message, isAway: error.code === 'unavailable' };
        throw error;
      }
    },
  };
}

/** Describes the outcome of an installation for people. */
export function installedText(id: string, installed: Installed): string {
  if ('refused' in installed) {
    const later = installed.isAway ? '\n  It will be installed as soon as the product responds.' : '';
    return `  not installed in the product: ${installed.refused}${later}`;
  }
  const { version, tookMs, isReleased } = installed;
  const back = isReleased ? ` (\`tallyhook connectors install ${id}\` returns to the release)` : '';
  return `  installed in the product as ${id} ${version} after ${tookMs} ms${back}`;
}
