import { useQueries } from '@tanstack/react-query';
import type { Answer, Field, QuestionFilter, RecordType } from '@tallyhook/schemas';
import { send } from '../api/send.ts';
import { addressIn, usePlace } from '../place.tsx';

const mostNames = 5_000;

/** What the related records of a list are called, by id: the question that groups by a relation knows. */
export function useNames(
  type: RecordType,
  columns: readonly Field[],
  filter: QuestionFilter | undefined,
): Record<string, string> {
  const place = usePlace();
  const relations = columns.filter(({ kind }) => kind === 'relation');
  const answers = useQueries({
    queries: relations.map(({ name }) => {
      const question = {
        type: type.name,
        ...(filter === undefined ? {} : { filter }),
        groupBy: [{ field: name, as: 'related' }],
        limit: mostNames,
      };
      const address = addressIn(place, '/api/query', { q: JSON.stringify(question), labels: '1' });
      return {
        queryKey: ['names', address],
        queryFn: ({ signal }: { signal: AbortSignal }) => send<Answer>(address, { signal }),
      };
    }),
  });
  const found = answers.flatMap(({ data }) => Object.entries(data?.labels?.related ?? {}));
  return Object.fromEntries(found.map(([id, name]) => [id, name ?? `Deleted (${id.slice(-6)})`]));
}
