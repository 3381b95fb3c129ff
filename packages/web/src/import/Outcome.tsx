import { Paper, Text, Title } from '@mantine/core';
import type { ImportResult } from '@tallyhook/schemas/api';
import { useFormats } from '../use-formats.ts';
import classes from './Import.module.css';

const maxShown = 20;

/** What an import did, or would do, in numbers, with the lines that are refused. */
export function Outcome({ result, branch }: { result: ImportResult; branch: string }) {
  const formats = useFormats();
  const { dryRun, imported, updated, unchanged, refused, errors, errorCount, warningCount, importedBefore } = result;
  const plural = result.type.plural.toLowerCase();
  const facts: [number, string][] = [
    [imported, `new ${plural}`],
    [updated, `${plural} updated`],
    [unchanged, `rows that change nothing`],
    [warningCount, 'values that name no record and are left empty'],
    [refused, 'rows refused'],
  ];
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="outcome">
      <Title order={2} id="outcome">
        {dryRun ? `What will happen on ${branch}` : 'What happened'}
      </Title>
      <dl className={classes.plan}>
        {facts
          .filter(([count], at) => count > 0 || at === 0)
          .map(([count, what]) => (
            <FactRow key={what} count={formats.number(count)} what={what} />
          ))}
      </dl>
      {dryRun && importedBefore !== null && (
        <Text mt="sm">This file was imported before: its rows would exist twice.</Text>
      )}
      {errors.length > 0 && (
        <>
          <Title order={3} mt="sm">
            Refused
          </Title>
          <ul className={classes.refused}>
            {errors.slice(0, maxShown).map(({ line, record, detail }, index) => (
              <li key={index}>
                {line !== undefined && <b>Line {line}: </b>}
                {record !== undefined && <b>Record {record}: </b>}
                {detail}
              </li>
            ))}
          </ul>
          {errorCount > maxShown && <Text size="sm">and {formats.number(errorCount - maxShown)} more</Text>}
        </>
      )}
    </Paper>
  );
}

function FactRow({ count, what }: { count: string; what: string }) {
  return (
    <>
      <dt>{count}</dt>
      <dd>{what}</dd>
    </>
  );
}
