import { Title, VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './List.module.css';

/** A column of a list. */
export interface ListColumn {
  label: string;
  isNumber?: boolean;
  /** Whether phones leave it out. */
  isLess?: boolean;
  /** Its heading is only for screen readers. */
  isActions?: boolean;
}

export interface ListProps {
  title: string;
  /** Before the title. */
  icon?: ReactNode;
  /** One sentence next to the title. */
  hint?: string;
  /** Buttons at the end of the title. */
  actions?: ReactNode;
  columns: readonly ListColumn[];
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode;
  /** How many rows there are. */
  count: number;
  children: ReactNode;
}

/** A card with a title and a table. */
export function List({ title, icon, hint, actions, columns, empty, count, children }: ListProps) {
  const id = useId();
  return (
    <section className={classes.list} aria-labelledby={id}>
      <header role="presentation">
        {icon}
        <Title order={2} id={id}>
          {title}
        </Title>
        {hint !== undefined && <span className={classes.muted}>{hint}</span>}
        {actions !== undefined && <div className={classes.headActions}>{actions}</div>}
      </header>
      {count === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table} aria-labelledby={id}>
            <thead>
              <tr>
                {columns.map(({ label, isNumber, isLess, isActions }) => (
                  <th
                    key={label}
                    scope="col"
                    className={[isNumber && classes.number, isLess && classes.less].filter(Boolean).join(' ')}
                  >
                    {isActions === true ? <VisuallyHidden>{label}</VisuallyHidden> : label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
    </section>
  );
}
