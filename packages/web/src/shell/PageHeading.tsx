import { Group, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

export interface PageHeadingProps {
  /** The h1, and the title of the window. */
  title: string;
  /** What stands beside it. */
  children?: ReactNode;
}

/** Whether a page was shown before: the first one leaves the focus where the browser puts it. */
let isLaterPage = false;

/** The one h1 of a page. Going to another page moves the focus there, so that it is read and Tab goes on from it. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tallyhook`;
  }, [title]);
  useEffect(() => {
    if (isLaterPage) heading.current?.focus({ preventScroll: true });
    isLaterPage = true;
  }, []);
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Title order={1} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Group>
  );
}
