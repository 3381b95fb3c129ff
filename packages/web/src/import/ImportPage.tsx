import { Button, Text } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { useAbilities } from '../session/use-abilities.ts';
import { PageHeading } from '../shell/PageHeading.tsx';
import classes from './Import.module.css';
import { ImportPlan } from './ImportPlan.tsx';

/** Brings the rows of a file into the branch: drop it, correct what is proposed, see what will happen, import. */
export function ImportPage() {
  const { canWrite } = useAbilities();
  const [file, setFile] = useState<File>();
  if (!canWrite)
    return (
      <>
        <PageHeading title="Import" />
        <Text>Your role here reads. Importing needs Editor.</Text>
      </>
    );
  if (file !== undefined)
    return <ImportPlan key={`${file.name} ${file.lastModified}`} file={file} onOther={() => setFile(undefined)} />;
  return (
    <>
      <PageHeading title="Import" />
      <Drop onFile={setFile} />
    </>
  );
}

const accepted =
  '.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,text/plain,application/json,application/x-ndjson';

function Drop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  }

  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Text fw={600}>Drop a CSV or JSON file here</Text>
      <Text c="dimmed" maw={440}>
        The first line of a CSV file names the columns; JSON has one object per record. You see what becomes of them
        before anything is saved.
      </Text>
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV or JSON file"
        accept={accepted}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}
