import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The link that was followed from each history entry, by entry key. */
const left = new Map<string, string>();

/** Follows links to records with client-side navigation; after Back, focuses the link that was followed. */
export function useReturnToLink(findLinks: () => Iterable<Element & HTMLOrSVGElement>) {
  // A shared page has no router, and its charts have no links.
  const router = useRouter({ warn: false }) as { history: RouterHistory } | null;
  const history = router?.history;
  useEffect(() => {
    if (history === undefined) return;
    const key = keyOf(history.location.state);
    const href = left.get(key);
    if (href === undefined) return;
    const link = [...findLinks()].find((one) => one.getAttribute('href') === href);
    if (link === undefined) return;
    left.delete(key);
    // On page load the heading takes the focus; if the person has moved on from there, leave the focus alone.
    if (document.activeElement === document.body || document.activeElement?.tagName === 'H1') link.focus();
  });
  return (href: string) => {
    if (history === undefined) return;
    left.set(keyOf(history.location.state), href);
    history.push(href);
  };
}

const keyOf = ({ __TSR_key: key = '' }: { __TSR_key?: string }): string => key;
