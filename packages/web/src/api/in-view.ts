import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The elements of answers currently in view, with the addresses their answers come from. */
const seen = new Map<Element, readonly string[]>();

/** Whether the answer from an address is currently in view. */
export function isInView(address: string): boolean {
  return [...seen.values()].some((addresses) => addresses.includes(address));
}

/** Tracks whether an element that shows answers from the given addresses is in view. */
export function useTrackInView<Place extends Element>(addresses: readonly string[]): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const key = addresses.join(' ');
  useLayoutEffect(() => {
    const element = place.current!;
    const note = (isSeen: boolean) => void (isSeen ? seen.set(element, key.split(' ')) : seen.delete(element));
    // The observer reports asynchronously, after the first counts have started.
    const { top, bottom } = element.getBoundingClientRect();
    note(bottom > 0 && top < window.innerHeight);
    const observer = new IntersectionObserver((entries) => note(entries.at(-1)!.isIntersecting));
    observer.observe(element);
    return () => {
      observer.disconnect();
      seen.delete(element);
    };
  }, [key]);
  return place;
}
