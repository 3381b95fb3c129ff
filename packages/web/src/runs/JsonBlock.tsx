import { Anchor, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { downloadJson } from '../shell/download.ts';
import classes from './Runs.module.css';

/** A longer text would slow down the page: only the beginning is shown; the whole can be downloaded. */
const maxShown = 100_000;

export interface JsonBlockProps {
  title: string;
  /** What the value belongs to, in words. */
  of: string;
  value: unknown;
  /** The file name of the download. */
  fileName: string;
}

/** A value of a step as indented JSON. */
export function JsonBlock({ title, of, value, fileName }: JsonBlockProps) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? 'null', [value]);
  return (
    <div className={classes.json} role="group" aria-label={`${title} of ${of}`}>
      <Title order={3} size="sm">
        {title}
      </Title>
      {value === null || value === undefined ? (
        <Text size="sm" c="dimmed">
          Nothing
        </Text>
      ) : (
        <pre tabIndex={0}>{text.slice(0, maxShown)}</pre>
      )}
      {text.length > maxShown && (
        <Text size="sm">
          The first {maxShown.toLocaleString()} of {text.length.toLocaleString()} characters.{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => downloadJson(text, fileName)}>
            Download everything
          </Anchor>
        </Text>
      )}
    </div>
  );
}
