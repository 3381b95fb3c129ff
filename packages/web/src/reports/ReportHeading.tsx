import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeading, type PageHeadingProps } from '../shell/PageHeading.tsx';

/** The bar of one report's page. */
export function ReportHeading(props: Omit<PageHeadingProps, 'parent'>) {
  const parent = (
    <Anchor component={Link} to="/reports" size="sm">
      All reports
    </Anchor>
  );
  return <PageHeading {...props} parent={parent} />;
}
