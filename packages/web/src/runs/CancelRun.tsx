import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useCancelRun } from '../api/changes.ts';
import type { Run } from '@tallyhook/schemas/api';
import { isOpenRun } from '@tallyhook/schemas/run-statuses';
import { useAbilities } from '../session/use-abilities.ts';
import { BusyButton } from '../shell/BusyButton.tsx';
import { Dialog } from '../shell/Dialog.tsx';
import { describeCancelling } from './describe-upload.ts';

/** Cancels a run: shown to those who may, while it can be cancelled. */
export function CancelRun({ run }: { run: Run }) {
  const { canAct } = useAbilities();
  const [isAsking, setIsAsking] = useState(false);
  const isShown = canAct && isOpenRun(run.status);
  useFocusWhenGone(isShown);
  if (!isShown) return null;
  const isCancelling = Boolean(run.cancelAsked);
  return (
    <>
      {/* Not disabled once pressed: it has the focus. */}
      <Button
        variant="default"
        size="xs"
        ml="auto"
        aria-disabled={isCancelling}
        onClick={() => setIsAsking(!isCancelling)}
      >
        {isCancelling ? 'Cancelling…' : 'Cancel run'}
      </Button>
      {isAsking && !isCancelling && <CancelDialog run={run} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function CancelDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const cancel = useCancelRun();
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function submit() {
    setIsSending(true);
    try {
      await cancel(run.id);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Couldn't cancel the run. Try again.");
      setIsSending(false);
    }
  }

  return (
    <Dialog title="Cancel this run?" closeLabel="Let it run" onClose={onClose}>
      <Stack>
        <Text size="sm">{describeCancelling(run.steps)}</Text>
        {problem !== undefined && (
          <Alert color="red" variant="outline">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Let it run
          </Button>
          <BusyButton isBusy={isSending} onClick={() => void submit()}>
            Cancel run
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** When a focused button disappears, the focus falls back to the body; move it to the heading next to the button. */
function useFocusWhenGone(isShown: boolean): void {
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    wasShown.current = isShown;
  }, [isShown]);
}
