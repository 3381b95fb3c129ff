import { Title } from '@mantine/core';
import { IconChevronRight, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { usePlace } from '../place.tsx';
import { useMenu } from './menu-context.ts';
import classes from './PageHeading.module.css';

export interface PageHeadingProps {
  /** The h1, and the window title. */
  title: string;
  /** The title for print and for the window, if it is more specific. */
  printed?: string | undefined;
  /** A link to the page that this one belongs to, before the heading. */
  parent?: ReactNode;
  /** The page's actions, in the bar next to the heading. */
  children?: ReactNode;
}

/** The page whose heading was shown last. */
let shown: { path: string; tookFocus: boolean } | undefined;

/**
 * Records that something was shown before the first page, so that the page's heading takes the focus like any later
 * one.
 */
export function noteEarlierPage(): void {
  shown ??= { path: '', tookFocus: true };
}

/**
 * The bar of a page: its only h1, its actions, and the branch, always last. After navigation it takes the focus, so that screen readers read it and Tab continues from there.
 * A heading that replaces the first heading of the same page only takes the focus if that one had it: nobody who has
 * moved on is pulled back.
 */
export function PageHeading({ title, printed, parent, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const menu = useMenu();
  const place = usePlace();
  useEffect(() => {
    document.title = `${printed ?? title} · Tallyhook`;
  }, [title, printed]);
  useEffect(() => {
    const path = window.location.pathname;
    const isSame = shown?.path === path;
    // On the first page the focus stays where the browser put it. When a focused heading is removed, the focus falls
    // back to the body.
    const isFree = isSame ? document.activeElement === document.body : !isKept(document.activeElement);
    const takesFocus = isFree && (isSame ? shown!.tookFocus : shown !== undefined);
    if (takesFocus) heading.current?.focus({ preventScroll: true });
    shown = { path, tookFocus: takesFocus };
  }, []);
  return (
    <div className={classes.bar}>
      {menu !== undefined && (
        <button
          type="button"
          className={classes.menu}
          aria-label="Menu"
          aria-expanded={menu.isOpen}
          onClick={menu.open}
        >
          <IconMenu2 aria-hidden size={20} />
        </button>
      )}
      {parent !== undefined && (
        <div className={classes.parent} data-noprint>
          {parent}
          <IconChevronRight aria-hidden size={14} />
        </div>
      )}
      <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
        {printed === undefined ? (
          title
        ) : (
          <>
            <span data-noprint>{title}</span>
            <span data-onlyprint>{printed}</span>
          </>
        )}
      </Title>
      {children}
      {menu?.branchPicker}
      {menu?.isBranchGone && (
        <p className={classes.strip} role="alert">
          The branch {place.branch} was deleted or renamed, so nothing here can be loaded or saved.{' '}
          <Link to="/" search={{ branch: undefined }}>
            Go to main
          </Link>{' '}
          or{' '}
          <Link to="/branches" search={{ branch: undefined }}>
            look for it under Branches
          </Link>
        </p>
      )}
      {menu !== undefined && !menu.isBranchGone && place.branch !== 'main' && (
        <p className={classes.strip}>
          You are on {place.branch}. Its workflows are off.{' '}
          <Link to="/merge" search={{ from: place.branch, into: 'main' }}>
            Compare with main
          </Link>
        </p>
      )}
    </div>
  );
}

/** Offers to undo an action on the previous page are only there for a moment, so they keep the focus. */
function isKept(focused: Element | null): boolean {
  return focused?.closest('[data-keeps-focus]') != null;
}
