import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { usePlace } from '../place.tsx';
import { BusyButton } from '../shell/BusyButton.tsx';
import { useSending } from '../shell/use-sending.ts';

/** Makes a copy of a dashboard of an app, and opens it for arranging. */
export function CopyToEdit({ id, onFailure }: { id: string; onFailure: (error: unknown) => void }) {
  const place = usePlace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { isSending, send } = useSending();
  const copy = () =>
    send(async () => {
      try {
        const made = await call(place, 'POST /api/dashboards/:id/copies', { path: { id } });
        await queries.invalidateQueries({ queryKey: ['dashboards', place] });
        const search = { arrange: '1' } as never;
        await navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: made.id }, search });
      } catch (error) {
        onFailure(error);
      }
    });
  return (
    <BusyButton variant="default" size="xs" isBusy={isSending} onClick={() => void copy()}>
      Copy to edit
    </BusyButton>
  );
}
