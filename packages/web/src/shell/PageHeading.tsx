import { Group, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

export interface PageHeadingProps {
  /** The h1, and the title of the window. */
  title: string;
  /** What the page is called on paper and in its window, where that says more. */
  printed?: string | undefined;
  /** What stands beside it. */
  children?: ReactNode;
}

/** The page whose heading was shown last. */
let shown: { path: string; tookFocus: boolean } | undefined;

/** Says that something was shown before the first page, which takes the focus then as any later one does. */
export function noteEarlierPage(): void {
  shown ??= { path: '', tookFocus: true };
}

/**
 * The one h1 of a page. Going to another page moves the focus there, so that it is read and Tab goes on from it. A
 * heading that takes the place of the page's first one takes the focus from that one alone: nobody who went on is sent
 * back.
 */
export function PageHeading({ title, printed, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${printed ?? title} · Tallyhook`;
  }, [title, printed]);
  useEffect(() => {
    const path = window.location.pathname;
    const isSame = shown?.path === path;
    // The first page leaves the focus where the browser puts it. That of a heading which is gone falls on the body.
    const isFree = isSame ? document.activeElement === document.body : !isKept(document.activeElement);
    const takesFocus = isFree && (isSame ? shown!.tookFocus : shown !== undefined);
    if (takesFocus) heading.current?.focus({ preventScroll: true });
    shown = { path, tookFocus: takesFocus };
  }, []);
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Title order={1} ref={heading} tabIndex={-1}>
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
    </Group>
  );
}

/** What one did on the page before is offered to be taken back: that is for now, and the heading is there later too. */
function isKept(focused: Element | null): boolean {
  return focused?.closest('[data-keeps-focus]') != null;
}
