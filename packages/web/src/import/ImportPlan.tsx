import { Button, NativeSelect, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportResult, MatchedColumn } from '@tallyhook/schemas/api';
import { useTypes } from '../api/queries.ts';
import { Refusal } from '../api/send.ts';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { useAnnounce } from '../shell/LiveRegion.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { formatBytes } from '../speed/speed-formats.ts';
import { useFormats } from '../use-formats.ts';
import { fileTypeOf } from './file-type.ts';
import { fieldChoices, type Correction } from './field-choices.ts';
import { FieldTable } from './FieldTable.tsx';
import classes from './Import.module.css';
import { ImportDone } from './ImportDone.tsx';
import { Outcome } from './Outcome.tsx';
import { readingOptions, type Reading } from './reading-options.ts';
import { sendImport, type ImportStep } from './send-import.ts';
import { typeNameOf } from './type-name-of.ts';

interface ImportPlanProps {
  file: File;
  onOther: () => void;
}

const replanAfterMs = 400;

/** What a file would become, with everything that can be corrected, and the button that imports it. */
export function ImportPlan({ file, onOther }: ImportPlanProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const formats = useFormats();
  const { data: types = [] } = useTypes();
  const [type, setType] = useState(typeNameOf(file.name));
  const [reading, setReading] = useState<Reading>({});
  const [corrections, setCorrections] = useState<Record<string, Correction>>({});
  const [key, setKey] = useState('');
  const [plan, setPlan] = useState<ImportResult>();
  const [columns, setColumns] = useState<readonly MatchedColumn[]>([]);
  const [error, setError] = useState<unknown>();
  const [step, setStep] = useState<ImportStep>();
  const [isImporting, setIsImporting] = useState(false);
  const [done, setDone] = useState<ImportResult>();
  const importing = useRef<AbortController>(undefined);
  const matched = columns.filter(({ field }) => field !== undefined);
  const mistakes = error instanceof Refusal ? error.errors : [];
  const isWrongEncoding = mistakes.some(({ code }) => code === 'wrong_encoding');
  const isKnownType = types.some(({ name }) => name === type);
  const choices = {
    type,
    ...reading,
    field: fieldChoices(corrections, columns),
    ...(key !== '' && isKnownType && { key }),
  };
  const asked = JSON.stringify(choices);

  useEffect(() => {
    if (type === '') return;
    const planning = new AbortController();
    const timer = setTimeout(() => {
      setError(undefined);
      sendImport(place, file, JSON.parse(asked) as typeof choices, {
        dryRun: true,
        signal: planning.signal,
        onStep: setStep,
      })
        .then((result) => {
          setPlan(result);
          // Columns that are left out stay in their place in the table.
          setColumns((before) => inTheirOrder(result, before));
          setStep(undefined);
        })
        .catch((problem: unknown) => {
          if (planning.signal.aborted) return;
          setPlan(undefined);
          setError(problem);
          setColumns((before) => columnsOf(problem) ?? before);
          setStep(undefined);
        });
    }, replanAfterMs);
    return () => {
      clearTimeout(timer);
      planning.abort();
    };
  }, [place, file, asked, type]);

  async function start() {
    importing.current = new AbortController();
    setIsImporting(true);
    setError(undefined);
    try {
      const result = await sendImport(place, file, choices, {
        dryRun: false,
        signal: importing.current.signal,
        onStep: setStep,
      });
      setDone(result);
      announce(`${result.imported} rows imported`);
      await queries.invalidateQueries();
    } catch (problem) {
      if (!importing.current.signal.aborted) setError(problem);
    }
    setStep(undefined);
    setIsImporting(false);
  }

  if (done !== undefined) return <ImportDone result={done} onOther={onOther} />;
  const rows = (plan?.imported ?? 0) + (plan?.updated ?? 0);
  return (
    <>
      <PageHeading title="Import">
        <Button variant="default" onClick={isImporting ? () => importing.current?.abort() : onOther}>
          {isImporting ? 'Stop' : 'Cancel'}
        </Button>
        {plan !== undefined && (
          <BusyButton isBusy={isImporting} onClick={() => void start()}>
            Import {formats.number(rows)} {rows === 1 ? 'row' : 'rows'}
          </BusyButton>
        )}
      </PageHeading>
      <Stack gap="md">
        <section className={classes.file} aria-label="File">
          <div className={classes.fileName}>
            <Text fw={600}>{file.name}</Text>
            <Text size="xs" c="dimmed">
              {formatBytes(file.size, formats)}
              {plan !== undefined && `, ${formats.number(plan.rows)} rows, ${plan.columns.length} columns`}
            </Text>
          </div>
          {readingOptions(fileTypeOf(file.name)).map(({ name, label, data }) => (
            <NativeSelect
              key={name}
              label={label}
              size="xs"
              value={reading[name] ?? ''}
              data={data}
              onChange={({ currentTarget: { value } }) =>
                setReading({ ...reading, [name]: value === '' ? undefined : value })
              }
            />
          ))}
        </section>
        <div className={classes.pair}>
          <TextInput
            label="Record type"
            description={isKnownType ? 'Its rows become records of this type.' : 'A new type is made from the columns.'}
            list="types"
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value.trim())}
          />
          <datalist id="types">
            {types.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </datalist>
          {isKnownType && (
            <NativeSelect
              label="Rows that are there already"
              description={key === '' ? 'Every row becomes a new record.' : 'The same file again changes nothing.'}
              value={key}
              data={[
                { value: '', label: 'Add every row as a new record' },
                ...matched.map(({ column }) => ({ value: column, label: `Update the record with the same ${column}` })),
              ]}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
            />
          )}
        </div>
        {step !== undefined && <StepLine step={step} isImporting={isImporting} />}
        {error !== undefined && (
          <ErrorNote
            title={isImporting ? "Couldn't import the file" : "This file can't be imported as it is"}
            error={error}
            advice={`${isWrongEncoding ? 'Choose its encoding above. ' : ''}Nothing was saved.`}
          />
        )}
        {columns.length > 0 && (
          <FieldTable
            columns={columns}
            corrections={corrections}
            type={types.find(({ name }) => name === type)}
            mistakes={mistakes}
            onCorrect={(column, correction) =>
              setCorrections({ ...corrections, [column]: { ...corrections[column], ...correction } })
            }
          />
        )}
        {plan !== undefined && <Outcome result={plan} branch={place.branch} />}
      </Stack>
    </>
  );
}

/** The columns in the order in which they were shown before, those that are new last. */
function inTheirOrder({ columns, leftOut }: ImportResult, before: readonly MatchedColumn[]): MatchedColumn[] {
  const placeOf = ({ column }: MatchedColumn) => {
    const place = before.findIndex((old) => old.column === column);
    return place === -1 ? before.length : place;
  };
  // What was found about a column before it was left out helps to decide again.
  const others = leftOut.map((one) => before.find(({ column }) => column === one.column) ?? one);
  return [...columns, ...others].toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The columns of a file that cannot be imported as it is; undefined if the refusal is not about them. */
function columnsOf(problem: unknown): readonly MatchedColumn[] | undefined {
  return problem instanceof Refusal ? (problem.members.columns as MatchedColumn[] | undefined) : undefined;
}

/** How far sending, reading or writing has come. */
function StepLine({ step, isImporting }: { step: ImportStep; isImporting: boolean }) {
  const what =
    step.step === 'sending' ? 'Sending the file' : step.step === 'reading' ? 'Reading the rows' : 'Writing the records';
  const percent = step.percent ?? 0;
  return (
    <div>
      <Text size="sm" mb={4}>
        {isImporting || step.step !== 'writing' ? what : 'Working out what will happen'}
        {'rows' in step && `, ${step.rows} rows`}
      </Text>
      <Progress value={percent} aria-label={`${what}: ${Math.round(percent)} %`} />
    </div>
  );
}
