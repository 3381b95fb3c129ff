import { Button, Group, NativeSelect, Paper, SegmentedControl, Title } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '@tallyhook/schemas/api';
import { useTypes } from '../api/queries.ts';
import { usePlace } from '../place.tsx';
import { call } from '../api/call.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { CopyButton } from './CopyButton.tsx';
import { exampleQuestion, writeExample, type Language } from './write-example.ts';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Keys.module.css';

/** A question as a program asks it, with a chosen key, and its answer. */
export function Example({ keys }: { keys: readonly ApiKey[] }) {
  const place = usePlace();
  const { data: types = [] } = useTypes();
  const [language, setLanguage] = useState<Language>('curl');
  const [keyId, setKeyId] = useState('');
  const [answer, setAnswer] = useState<string>();
  const [error, setError] = useState<unknown>();
  const question = exampleQuestion(types);
  const key = keys.find(({ id }) => id === keyId) ?? keys[0];
  const text = writeExample(language, { address: window.location.origin, keyName: key?.name, question });

  async function ask() {
    setError(undefined);
    try {
      // POST /api/query takes only keys.
      const asked = await call(place, 'GET /api/query', { query: { q: JSON.stringify(question) } });
      setAnswer(JSON.stringify(asked, undefined, 2));
    } catch (problem) {
      setError(problem);
    }
  }

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="example">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="example">
          Ask from a program
        </Title>
        <div className={classes.row}>
          {keys.length > 0 && (
            <NativeSelect
              aria-label="Key of the example"
              size="xs"
              value={key?.id}
              data={keys.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => setKeyId(currentTarget.value)}
            />
          )}
          <SegmentedControl
            aria-label="Language of the example"
            size="xs"
            value={language}
            data={[
              { value: 'curl', label: 'curl' },
              { value: 'typescript', label: 'TypeScript' },
            ]}
            onChange={(value) => setLanguage(value)}
          />
        </div>
      </Group>
      <CodeBlock label="Example" text={text} />
      <Group gap="sm" mt="sm">
        <Button size="xs" onClick={() => void ask()}>
          Try it
        </Button>
        <CopyButton text={text} what="example" />
        <Button size="xs" variant="subtle" component="a" href="/api/openapi.json" download="openapi.json">
          openapi.json
        </Button>
      </Group>
      {error !== undefined && <ErrorNote title="The question was refused" error={error} />}
      {answer !== undefined && <CodeBlock label="Answer" text={answer} maxHeight={280} />}
    </Paper>
  );
}
