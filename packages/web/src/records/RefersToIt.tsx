import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Field, QuestionFilter, RecordType } from '@tallyhook/schemas';
import { recordLabel } from '@tallyhook/schemas/record-label';
import { addressOf, call } from '../api/call.ts';
import { count } from '../api/count.ts';
import { usePlace } from '../place.tsx';
import { useFormats } from '../use-formats.ts';
import { writeValue } from './record-cells.ts';
import classes from './Panel.module.css';

export interface RefersToItProps {
  type: RecordType;
  types: readonly RecordType[];
  id: string;
}

const shown = 5;

/** The records whose relations point to this one, by relation. */
export function RefersToIt({ type, types, id }: RefersToItProps) {
  const relations = types.flatMap((from) =>
    from.fields
      .filter(({ kind, target }) => kind === 'relation' && target === type.name)
      .map((field) => ({ from, field })),
  );
  if (relations.length === 0) return <p>No other type has a relation to {type.plural.toLowerCase()}.</p>;
  return relations.map(({ from, field }) => <Relation key={`${from.name} ${field.name}`} {...{ from, field, id }} />);
}

function Relation({ from, field, id }: { from: RecordType; field: Field; id: string }) {
  const place = usePlace();
  const formats = useFormats();
  const filter: QuestionFilter = { and: [{ field: field.name, op: field.many ? 'has' : 'in', value: [id] }] };
  const { data } = useQuery({
    queryKey: ['refers', place, from.name, field.name, id],
    queryFn: async ({ signal }) => {
      const q = JSON.stringify({ type: from.name, filter });
      const [page, { overall }] = await Promise.all([
        call(place, 'POST /api/records/search', { query: { type: from.name, limit: shown }, body: { filter }, signal }),
        count(addressOf(place, 'GET /api/query', { query: { q } }), signal),
      ]);
      return { records: page.records, count: Number(overall.count) };
    },
  });
  const label = from.fields.find(({ name }) => name === from.labelField);
  const nameOf = (record: { id: string; fields: Record<string, unknown> }) => {
    const text = label && writeValue(record.fields[label.name], label, { formats, names: {} });
    return recordLabel(text ?? '', record.id.slice(-6));
  };
  return (
    <section className={classes.refers}>
      <h3>
        {from.plural}, {field.label.toLowerCase()} <span>{data === undefined ? '' : formats.number(data.count)}</span>
      </h3>
      {data === undefined ? (
        <Skeleton height={60} />
      ) : (
        <ul>
          {data.records.map((record) => (
            <li key={record.id}>
              <Link to="/records/$typeName" params={{ typeName: from.name }} search={{ record: record.id }}>
                {nameOf(record as never)}
              </Link>
            </li>
          ))}
          {data.count > shown && (
            <li>
              <Link
                to="/records/$typeName"
                params={{ typeName: from.name }}
                search={{ filter: JSON.stringify(filter) }}
              >
                Show all {formats.number(data.count)}
              </Link>
            </li>
          )}
          {data.count === 0 && <li>None</li>}
        </ul>
      )}
    </section>
  );
}
