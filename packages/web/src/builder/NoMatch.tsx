import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Question, RecordType } from '@tallyhook/schemas';
import { addressOf } from '../api/call.ts';
import { count } from '../api/count.ts';
import { usePlace } from '../place.tsx';
import { labelOfField } from '../chart/find-field.ts';
import { describeFilter } from '../reports/describe-report.ts';
import { useFormats } from '../use-formats.ts';
import { withoutPart } from './change-draft.ts';
import { reportOf, type Draft } from './draft.ts';
import classes from './Builder.module.css';

export interface NoMatchProps {
  draft: Draft;
  types: readonly RecordType[];
  /** Whether it is already known that no record matches; otherwise a count is requested first. */
  isSure: boolean;
  onChange: (draft: Draft) => void;
}

/** Says that no record meets the conditions and offers to remove one of them. */
export function NoMatch({ draft, types, isSure, onChange }: NoMatchProps) {
  const { number } = useFormats();
  const { filter } = reportOf(draft);
  const { data: all } = useCount({ type: draft.type });
  const { data: matching } = useCount({ type: draft.type, ...(filter && { filter }) }, !isSure);
  if (!isSure && matching?.overall.count !== 0) return null;
  const plural = types.find(({ name }) => name === draft.type)?.plural ?? 'records';
  const of = all === undefined ? '' : ` of ${number(Number(all.overall.count))}`;
  return (
    <div className={classes.noMatch}>
      <Text size="sm">
        {draft.parts.length === 0 ? `No ${plural} to show.` : `0${of} ${plural} meet the conditions. Remove one:`}
      </Text>
      <Group gap="xs">
        {draft.parts.map((part) => (
          <Button key={part.id} size="xs" variant="default" onClick={() => onChange(withoutPart(draft, part.id))}>
            {'nest' in part
              ? describeFilter(part.nest, { type: draft.type, types })
              : labelOfField(part.field, draft.type, types)}
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** Counts the records that match a question. */
function useCount(question: Pick<Question, 'type' | 'filter'>, enabled = true) {
  const place = usePlace();
  const q = JSON.stringify(question);
  return useQuery({
    queryKey: ['records counted', place, q],
    queryFn: ({ signal }) => count(addressOf(place, 'GET /api/query', { query: { q } }), signal),
    enabled,
  });
}
