import type { ComponentType } from 'react';
import { forgetReload } from './use-loading-again.ts';

/** What is shown in place of a part whose script could not be had. */
export interface NotLoadedProps {
  /** The name of the part. */
  part: string;
}

/**
 * Loads the component of a part that few people open. It never fails: without a connection, or when a newer build took
 * the place of the one that this page is from, `Instead` is answered, which stays in the frame of the pages and leads on.
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
