import { useLayoutEffect, useRef, type RefObject } from 'react';

/** What can be seen of the page now: the places of answers, with the addresses that these come from. */
const seen = new Map<Element, readonly string[]>();

/** Whether the place of the answer that comes from an address can be seen now. */
export function isInView(address: string): boolean {
  return [...seen.values()].some((addresses) => addresses.includes(address));
}

/** Notes whether an element can be seen, which is the place of the answers that come from some addresses. */
export function useNotedInView<Place extends Element>(addresses: readonly string[]): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const key = addresses.join(' ');
  useLayoutEffect(() => {
    const element = place.current!;
    const note = (isSeen: boolean) => void (isSeen ? seen.set(element, key.split(' ')) : seen.delete(element));
    // The observer says so a moment later, when the first counts have begun.
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
