import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDashboards } from '../api/queries.ts';
import type { ShownReport } from '../reports/shown-report.ts';
import classes from './Reports.module.css';
import { tagsOf } from './tags.ts';

export interface TagFilterProps {
  reports: readonly ShownReport[];
  /** The chosen tag. */
  tag: string | undefined;
  isGrouped: boolean;
  onTag: (tag: string | undefined) => void;
  onGroup: (isGrouped: boolean) => void;
}

/** The tags of the reports and dashboards, each with how many reports have it. */
export function TagFilter({ reports, tag, isGrouped, onTag, onGroup }: TagFilterProps) {
  const { data: dashboards = [] } = useDashboards();
  const all = [...reports.flatMap(tagsOf), ...dashboards.flatMap(({ tags = [] }) => tags)];
  const tags = [...new Set(all)].sort((a, b) => a.localeCompare(b));
  if (tags.length === 0 && tag === undefined) return null;
  const shown = tag === undefined || tags.includes(tag) ? tags : [...tags, tag];
  const tagged = dashboards.filter((one) => tag !== undefined && one.tags?.includes(tag));
  return (
    <>
      <ul className={classes.tags} aria-label="Tags">
        {shown.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={classes.tag}
              aria-pressed={one === tag}
              onClick={() => onTag(one === tag ? undefined : one)}
            >
              {one} <span>{reports.filter((report) => tagsOf(report).includes(one)).length}</span>
            </button>
          </li>
        ))}
      </ul>
      {tag === undefined && (
        <Switch
          size="xs"
          label="Group by tag"
          checked={isGrouped}
          onChange={({ currentTarget }) => onGroup(currentTarget.checked)}
        />
      )}
      {tagged.length > 0 && (
        <span className={classes.tagged}>
          Dashboards:{' '}
          {tagged.map(({ id, name }) => (
            <Link key={id} to="/dashboards/$dashboardId" params={{ dashboardId: id }}>
              {name}
            </Link>
          ))}
        </span>
      )}
    </>
  );
}
