import { Alert, Anchor, Button, Center, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeading } from './PageHeading.tsx';

export interface BrokenProps {
  /** The thrown value, which may be anything. */
  error: unknown;
}

const title = "This page can't be shown";

/** Shown instead of a page that failed to render. React logs the error to the console. */
export function PageBroken({ error }: BrokenProps) {
  return (
    <>
      <PageHeading title={title} />
      <Broken error={error}>
        <ToReports />
      </Broken>
    </>
  );
}

/** Shown instead of the content below the tabs, which stay. */
export function BlockBroken({ error }: BrokenProps) {
  return (
    <Broken error={error} title={title}>
      <ToReports />
    </Broken>
  );
}

/** Shown instead of one part of a page; the other parts stay. */
export function PartBroken({ error }: BrokenProps) {
  return <Broken error={error} title="This part of the page can't be shown" />;
}

/** Shown instead of everything if the page frame failed. */
export function FrameBroken({ error }: BrokenProps) {
  return (
    <Alone>
      <PageBroken error={error} />
    </Alone>
  );
}

/** Shown instead of everything if the providers failed: there is no router here. */
export function AppBroken({ error }: BrokenProps) {
  return (
    <Alone>
      <PageHeading title={title} />
      <Broken error={error}>
        <Anchor href="/reports" size="sm">
          {toReports}
        </Anchor>
      </Broken>
    </Alone>
  );
}

function Alone({ children }: { children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack gap={0} maw={560}>
        {children}
      </Stack>
    </Center>
  );
}

const toReports = 'Go to reports';

function ToReports() {
  return (
    <Anchor component={Link} to="/reports" size="sm">
      {toReports}
    </Anchor>
  );
}

/** Explains the failure; the children are links to other places. */
function Broken({ error, title: given, children }: BrokenProps & { title?: string; children?: ReactNode }) {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Alert color="red" variant="outline" title={given} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">
        Something went wrong while drawing it. Saved data is unchanged. Reload the page. If that doesn't help, send this
        message to the person who runs Tallyhook:
      </Text>
      <Text size="sm" mt={4}>
        <Code>{message}</Code>
      </Text>
      <Group gap="md" mt="xs">
        <Button variant="default" size="xs" onClick={() => window.location.reload()}>
          Reload page
        </Button>
        {children}
      </Group>
    </Alert>
  );
}
