import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConnectorBuilder.module.css';

interface FormSectionProps {
  title: string;
  /** One of the five settings of an upload. */
  number?: number;
  /** Below the title. */
  note?: string;
  children: ReactNode;
}

/** A group of fields with its name at the left. */
export function FormSection({ title, number, note, children }: FormSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionTitle} data-numbered={number !== undefined || undefined}>
        {number !== undefined && <b aria-hidden>{number}</b>}
        <Title order={3}>{title}</Title>
        {note !== undefined && <span>{note}</span>}
      </div>
      <div className={classes.sectionFields}>{children}</div>
    </section>
  );
}
