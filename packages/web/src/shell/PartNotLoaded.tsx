import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Dialog } from './Dialog.tsx';
import type { NotLoadedProps } from './load-part.tsx';
import { PageHeading } from './PageHeading.tsx';
import { useLoadingAgain } from './use-loading-again.ts';

const title = "Couldn't load this part of Tallyhook";

/** Shown instead of a page. */
export function PageNotLoaded({ part }: NotLoadedProps) {
  return (
    <>
      <PageHeading title={title} />
      <PartNotLoaded part={part} />
    </>
  );
}

/** Shown instead of a dialog. */
export function DialogNotLoaded({ part, onClose }: NotLoadedProps & { onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <PartNotLoaded part={part} />
    </Dialog>
  );
}

/** Shown instead of a part among others. */
export function BlockNotLoaded({ part }: NotLoadedProps) {
  return <PartNotLoaded part={part} title={title} />;
}

/** Says why, and how to continue. */
function PartNotLoaded({ part, title: given }: NotLoadedProps & { title?: string }) {
  const { hasReloaded, isAway, tryAgain } = useLoadingAgain(part);
  return (
    <Alert color="red" variant="outline" title={given} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">
        {hasReloaded
          ? "Tallyhook is responding, but the script for this part is missing. Try again. If that doesn't help, tell the person who runs Tallyhook."
          : 'The connection was lost, or Tallyhook was updated while this page was open. The page reloads automatically when Tallyhook responds.'}
      </Text>
      {isAway && <Text size="sm">Tallyhook isn't responding yet.</Text>}
      <Button variant="default" size="xs" mt="xs" onClick={() => void tryAgain()}>
        Try again
      </Button>
    </Alert>
  );
}
