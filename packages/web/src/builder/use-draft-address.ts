import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReportSearch } from './report-search.ts';

export interface DraftAddress {
  search: ReportSearch;
  /** The question for the address; undefined without changes. */
  q: string | undefined;
  base: number;
  /** Called when another question of the same report is opened, by Back, Forward or a link. */
  onOpened: () => void;
}

/** Keeps the changes in the address, so that they survive a reload and can be shared. */
export function useDraftAddress({ search, q, base, onOpened }: DraftAddress): void {
  const { history } = useRouter();
  const navigate = useNavigate({ from: '/reports/$reportId' });
  const written = useRef({ q: search.q, base });
  useLayoutEffect(() => {
    if (search.q === written.current.q || search.q === q) return;
    written.current = { q: search.q, base };
    onOpened();
  }, [search.q]);
  useEffect(() => {
    const isWritten = q === written.current.q && (q === undefined || base === written.current.base);
    // While the leave dialog is open, the browser may already be on another page: don't overwrite its address.
    const isLeaving = window.location.pathname !== history.location.pathname;
    if (isWritten || isLeaving) return;
    written.current = { q, base };
    const draftSearch = q === undefined ? {} : { q, base: String(base) };
    void navigate({ search: draftSearch as never, replace: true, ignoreBlocker: true });
  }, [q, base, navigate, history]);
}
