import type { ComponentType } from 'react';
import { forgetReload } from './use-loading-again.ts';

/** Props of the replacement for a part whose script failed to load. */
export interface NotLoadedProps {
  /** The name of the part. */
  part: string;
}

/**
 * Lazily loads a component that few people need. Never rejects: offline, or after a newer build was deployed, it
 * resolves to `Instead`, which stays inside the page frame and offers a way on.
 */
export async function loadPart<Props extends object>(
  part: string,
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props & NotLoadedProps>,
): Promise<ComponentType<Props>> {
  try {
    const component = await load();
    forgetReload(part);
    return component;
  } catch {
    return function NotLoaded(props: Props) {
      return <Instead {...props} part={part} />;
    };
  }
}
