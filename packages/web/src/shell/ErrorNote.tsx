import { Alert, Button, Code, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Refusal } from '../api/send.ts';
import classes from './ErrorNote.module.css';
import { useFocusFallback } from './use-focus-fallback.ts';

export interface ErrorNoteProps {
  title: string;
  error: unknown;
  /** What the person can do about it. */
  advice?: string | undefined;
  /** Retries; without it there is no button. */
  onRetry?: (() => void) | undefined;
}

/** Says what failed and why, with the request id for the log. */
export function ErrorNote({ title, error, advice, onRetry }: ErrorNoteProps) {
  const focus = useFocusFallback();
  const mistakes = error instanceof Refusal ? error.errors : [];
  const requestId = error instanceof Refusal ? error.requestId : undefined;
  return (
    <Alert color="red" variant="outline" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      {mistakes.length === 0 ? (
        <Text size="sm">{error instanceof Error ? error.message : 'Reload the page.'}</Text>
      ) : (
        <ul className={classes.mistakes}>
          {mistakes.map(({ detail }, index) => (
            <li key={index}>{detail}</li>
          ))}
        </ul>
      )}
      {advice !== undefined && (
        <Text size="sm" mt={4}>
          {advice}
        </Text>
      )}
      {requestId !== undefined && (
        <Text size="xs" mt={4}>
          Request <Code>{requestId}</Code>
        </Text>
      )}
      {onRetry !== undefined && (
        <Button variant="default" size="xs" mt="xs" onClick={onRetry} {...focus}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
