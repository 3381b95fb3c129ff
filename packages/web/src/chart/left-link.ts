import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The link that was followed from each entry of the history, by the entry's key. */
const left = new Map<string, string>();

/** Follows links to records within the pages; whoever comes back is put on the link that was left. */
export function useLeftLink(findLinks: () => Iterable<Element & HTMLOrSVGElement>) {
  const { history } = useRouter();
  useEffect(() => {
    const key = keyOf(history.location.state);
    const href = left.get(key);
    if (href === undefined) return;
    const link = [...findLinks()].find((one) => one.getAttribute('href') === href);
    if (link === undefined) return;
    left.delete(key);
    // The heading takes the focus of a page that is opened; whoever went on from there is not sent back.
    if (document.activeElement === document.body || document.activeElement?.tagName === 'H1') link.focus();
  });
  return (href: string) => {
    left.set(keyOf(history.location.state), href);
    history.push(href);
  };
}

const keyOf = ({ __TSR_key: key = '' }: { __TSR_key?: string }): string => key;
